import { Refusal } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import { callText } from '../texts/head-line.js';
import type { CallContext, RepeatedCall, ToolResult } from '../tools/tool.js';
import { answerForPerson } from './answer-for-person.js';
import { questionKey } from './approval-question.js';
import { type DeliverOptions, deliver } from './deliver.js';

/** Questions and answers in one call, after which it returns to its caller: hosts give up after ten. */
const MOST_ROUNDS = 8;

/**
 * Goes on with a call that its host repeats with a person's answers: hands the answers to the turn that the first call began or
 * waited for, and waits for that turn. Nothing is ever started. An answer to a question that is no longer open changes nothing.
 */
export async function rejoinTurn(
  mount: Mount,
  again: RepeatedCall,
  context: CallContext,
  options: DeliverOptions,
): Promise<ToolResult> {
  const turn = (await mount.runner()).find(again.turn);
  if (turn === undefined) {
    const { name } = mount.adapter;
    const sessions = callText(`${name}_sessions`, {});
    throw new Refusal('turn', `turn ${again.turn} is no longer known here. ${sessions} shows how its session ended.`);
  }
  let isHeard = again.rounds < MOST_ROUNDS;
  for (const approval of turn.view().approvals) {
    const reply = again.replies.get(questionKey(approval));
    if (reply !== undefined && !answerForPerson(turn, approval, reply)) isHeard = false;
  }
  const { asksByResult, ...others } = context;
  return deliver(mount, turn, isHeard && asksByResult ? context : others, options);
}

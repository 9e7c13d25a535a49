import { Refusal, type Turn } from '@agentmount/core';
import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { callText } from '../texts/head-line.js';
import { answerApproval } from '../turns/answer-approval.js';
import { findTurn } from '../turns/find-turn.js';
import { sendCommand } from '../turns/send-command.js';
import { defineTool, type Tool } from './tool.js';
import { MAX_PROMPT } from './turn-arguments.js';

const COMMANDS = ['steer', 'follow_up', 'abort', 'allow', 'deny'] as const;

/** `X_send`: reaches a turn that is executing. */
export function sendTool(mount: Mount): Tool {
  const { name } = mount.adapter;
  return defineTool({
    name: `${name}_send`,
    description:
      `Reach a ${name} turn that is running: steer it (default with a message), follow_up after it, abort it (default without one), ` +
      `or allow/deny an approval it waits for. Returns at once; the outcome is in the turn's report. A session that is not running ` +
      `takes ${name}_reply.`,
    gives: 'One sentence that says what was done; `_meta` names the turn, its session, the command and the state.',
    schema: z.strictObject({
      session: z.string().optional().describe('Its newest turn; or give turn'),
      turn: z.string().optional(),
      command: z.enum(COMMANDS).optional(),
      message: z.string().max(MAX_PROMPT).optional(),
      approval: z.string().optional().describe('Which one, when several wait'),
    }),
    hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    async call({ session, turn: id, command: asked, message, approval }) {
      if (message !== undefined && message.trim() === '') throw new Refusal('argument', 'message must not be blank.');
      if (approval !== undefined && asked !== 'allow' && asked !== 'deny') {
        throw new Refusal('argument', 'approval goes with the command allow or deny.');
      }
      const command = asked ?? (message === undefined ? 'abort' : 'steer');
      const turn = findTurn(name, await mount.runner(), {
        ...(session === undefined ? {} : { session }),
        ...(id === undefined ? {} : { turn: id }),
      });
      assertRunning(name, turn);
      const text =
        command === 'allow' || command === 'deny'
          ? answerApproval(mount, turn, { allow: command === 'allow', approval, reason: message })
          : sendCommand(name, turn, command, message);
      const { id: turnId, session: sessionId, state } = turn.view();
      return {
        text,
        isError: false,
        facts: { turn: turnId, ...(sessionId === undefined ? {} : { session: sessionId }), command, state },
      };
    },
  });
}

function assertRunning(agent: string, turn: Turn): void {
  const { state, session, id } = turn.view();
  if (state !== 'ended') return;
  const report = callText(`${agent}_wait`, { turn: id });
  const reply =
    session === undefined ? '' : `; to continue the session: ${callText(`${agent}_reply`, { session, prompt: '…' })}`;
  throw new Refusal('turn', `turn ${id} has ended. Its report: ${report}${reply}`);
}

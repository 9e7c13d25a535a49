import type { Action, SettledEvent } from '@agentmount/core';
import { asText, type RequestId } from '@agentmount/core';
import { createApprovals, rejectedLine } from './approvals.js';
import type { AcpProfile } from './profile.js';
import { createSteers, type Steers } from './steers.js';
import type { OpenCall } from './tool-calls.js';
import { createUpdates, endedCall } from './updates.js';
import type { Verdict } from './verdict.js';
import { permissionField, toolField } from './wire.js';

/** What happens inside of a prompt: what the agent says and does, what it asks, what it is told meanwhile. */
export interface PromptWork {
  readonly steers: Steers;
  /** Whether a call was denied. */
  readonly wasDenied: boolean;
  begin(): void;
  /** A `session/update` of the prompt's session. */
  update(told: unknown): Action[];
  /** The prompt's response. */
  response(result: unknown): Action[];
  /** A question whether a call may run. */
  ask(id: RequestId, params: unknown): Action[];
  /** Such a question, when nobody can answer it. `params`: absent when they could not be read. */
  refuse(id: RequestId, params: unknown): Action[];
  answer(approval: string, allow: boolean): readonly Action[];
  /** The agent has withdrawn a question. */
  withdraw(id: unknown): Action[];
  /** Nobody answers the questions that wait any more. */
  closeQuestions(): Action[];
  /** Everything that belongs to the prompt's end. `writes`: whether the agent is still there to be told. */
  end(verdict: Verdict, writes: boolean): Action[];
}

/** @param handshake the plan's */
export function createPromptWork<Options>(profile: AcpProfile<Options>, handshake: unknown): PromptWork {
  const updates = createUpdates(profile);
  const approvals = createApprovals(profile.agent);
  const steers = createSteers();
  /** The call that was denied last, and how much the agent had said by then. */
  let denied: { readonly tool: string; readonly outputs: number } | undefined;

  function called(params: unknown): { readonly call: OpenCall | undefined; readonly name: string | undefined } {
    const asked = permissionField(params, 'toolCall');
    const call = updates.findCall(asText(toolField(asked, 'toolCallId')) ?? '');
    return { call, name: call?.name ?? profile.readTool?.(asked).name };
  }

  function refuse(id: RequestId, params: unknown): Action[] {
    const tool = params === undefined ? 'a call that was too long to be shown' : (called(params).name ?? 'a tool');
    denied = { tool, outputs: updates.outputs };
    return [{ type: 'send', line: rejectedLine(id, params) }];
  }

  return {
    steers,
    get wasDenied() {
      return denied !== undefined;
    },
    begin() {
      denied = undefined;
      updates.begin();
    },
    update(told) {
      const before = updates.outputs;
      const call = endedCall(told);
      const withdrawn = call === undefined ? [] : approvals.callEnded(call);
      const actions = updates.read(told);
      return [...withdrawn, ...(updates.outputs > before ? steers.wentOn() : []), ...actions];
    },
    response(result) {
      updates.pause();
      return updates.response(result);
    },
    ask(id, params) {
      const { call, name } = called(params);
      if (name !== undefined && profile.deniesTool?.(name, handshake) === true) return refuse(id, params);
      return approvals.ask(id, params, call, name);
    },
    refuse,
    answer(approval, allow) {
      const given = approvals.answer(approval, allow);
      if (given?.denied !== undefined) denied = { tool: given.denied, outputs: updates.outputs };
      return given?.actions ?? [];
    },
    withdraw: (id) => approvals.withdraw(id),
    closeQuestions: () => approvals.close(true),
    end({ outcome, failure, notice }, writes) {
      const actions: Action[] = [...approvals.close(writes), ...steers.close()];
      if (notice) actions.push(notice);
      const settled: SettledEvent = { type: 'settled', outcome, ...(failure === undefined ? {} : { failure }) };
      // Some agents end the prompt after a call that was denied, without asking their model (qwen 0.24.4).
      if (outcome !== 'completed' || denied?.outputs !== updates.outputs) return [...actions, settled];
      const text = `${profile.agent} ended the prompt when ${denied.tool} was not allowed: its model was not told, and gave no answer.`;
      return [...actions, { type: 'notice', level: 'warning', text }, { ...settled, answer: '' }];
    },
  };
}

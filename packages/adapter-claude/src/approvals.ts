import { type Action, asWord } from '@agentmount/core';
import type { ApprovalMode } from './approval-mode.js';
import { isAllowed } from './tool-limit.js';
import { EXIT_PLAN_TOOL, QUESTION_TOOL } from './tool-names.js';
import { controlError, controlField, controlResponse, requestField } from './wire.js';

/** The questions that claude asks on the wire, and what became of each. */
export interface Approvals {
  /**
   * A `control_request` frame. What is no approval, or one that nobody may give, is refused in the same step: claude waits without end
   * for an answer.
   */
  ask(frame: unknown, running: boolean): Action[];
  /** The answer to an open one; nothing when it is not open (any more). */
  answer(id: string, allow: boolean, reason: string): Action[];
  /** claude took an open one back. */
  withdraw(id: string): Action[];
  /** A tool call has ended: whoever was to be asked about it need not be asked any more. */
  ended(call: string): Action[];
  /** The prompt is over. */
  clear(): Action[];
  /** Whether a call was denied here: whoever did it knows of it. */
  denied(call: string): boolean;
}

/** Most calls whose denial is remembered, the first ones. */
const MOST_DENIED = 1_000;

interface Rules {
  readonly mode: ApprovalMode;
  /** The only tools that may run; absent: all. */
  readonly tools?: readonly string[];
}

export function createApprovals({ mode, tools }: Rules): Approvals {
  const open = new Map<string, { readonly call: string; readonly input: unknown }>();
  const denials = new Set<string>();

  function deny(id: string, call: string, message: string): Action {
    if (denials.size < MOST_DENIED) denials.add(call);
    return { type: 'send', line: controlResponse(id, { behavior: 'deny', message }) };
  }

  function refusal(tool: string, running: boolean): string | undefined {
    if (!running) return 'No prompt is running.';
    if (!isAllowed(tools, tool)) return `Only these tools may be used: ${tools?.join(', ')}.`;
    if (tool === QUESTION_TOOL) return 'Nobody can answer questions here; decide, and say what you assumed.';
    if (mode === 'plan') {
      return tool === EXIT_PLAN_TOOL
        ? 'Nothing is carried out here: give the whole plan as your answer, and end.'
        : `In this mode only looking is allowed: ${tool} does not run.`;
    }
    return undefined;
  }

  function withdraw(id: string): Action[] {
    return open.delete(id) ? [{ type: 'withdrawn', id }] : [];
  }

  return {
    ask(frame, running) {
      const id = asWord(controlField(frame, 'request_id'));
      const asked = controlField(frame, 'request');
      const subtype = asWord(requestField(asked, 'subtype')) ?? '?';
      const tool = asWord(requestField(asked, 'tool_name'));
      if (id === undefined || open.has(id)) return [{ type: 'unknown', frame: `control_request/${subtype}` }];
      if (subtype !== 'can_use_tool' || tool === undefined) {
        return [
          { type: 'send', line: controlError(id, `This client does not answer ${JSON.stringify(subtype)}`) },
          { type: 'unknown', frame: `control_request/${subtype}` },
        ];
      }
      const call = asWord(requestField(asked, 'tool_use_id')) ?? '';
      const reason = refusal(tool, running);
      if (reason !== undefined) return [deny(id, call, reason)];
      const input = requestField(asked, 'input') ?? null;
      open.set(id, { call, input });
      return [{ type: 'approval', id, tool, input }];
    },
    answer(id, allow, reason) {
      const request = open.get(id);
      if (request === undefined) return [];
      open.delete(id);
      if (!allow) return [deny(id, request.call, reason || 'It was not allowed.')];
      // An allowance without the input is none to claude: it runs what is given back, and that is what was asked about.
      return [{ type: 'send', line: controlResponse(id, { behavior: 'allow', updatedInput: request.input ?? {} }) }];
    },
    withdraw,
    ended(call) {
      return [...open].flatMap(([id, request]) => (request.call === call ? withdraw(id) : []));
    },
    clear() {
      return [...open.keys()].flatMap(withdraw);
    },
    denied: (call) => denials.has(call),
  };
}

/** The denial of a request that was too long to be read; nothing when its beginning has no id to name. */
export function denyLost(head: string): Action[] {
  const id = /"request_id"\s*:\s*"([^"\\]+)"/.exec(head)?.[1];
  const message = 'The call is too large to be shown to anyone.';
  return id === undefined ? [] : [{ type: 'send', line: controlResponse(id, { behavior: 'deny', message }) }];
}

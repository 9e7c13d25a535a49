import type { Action } from '@agentmount/core';
import { asText, type Fields } from '@agentmount/core';
import { controlError, controlResponse, permissionField, requestField } from './wire.js';

/** The questions that qwen asks on the wire, and what became of each. */
export interface Approvals {
  /**
   * A `control_request` frame. What is no approval, or one that nobody may give, is refused in the same step: qwen waits for nothing
   * that nobody answers.
   */
  ask(frame: Fields, running: boolean): Action[];
  /** The answer to an open one; nothing when it is not open (any more). */
  answer(id: string, allow: boolean, reason: string): Action[];
  /** qwen took an open one back. */
  withdraw(id: string): Action[];
  /** A tool call has ended: whoever was to be asked about it need not be asked any more. */
  ended(call: string): Action[];
  /** The prompt is over. */
  clear(): Action[];
}

/** @param tools the only tools that may run; undefined: all */
export function createApprovals(tools: readonly string[] | undefined): Approvals {
  /** Open requests: id to the id of the call that each is about. */
  const open = new Map<string, string>();

  function deny(id: string, message: string): Action {
    return { type: 'send', line: controlResponse(id, { behavior: 'deny', message }) };
  }

  function refusal(tool: string, running: boolean): string | undefined {
    if (!running) return 'No prompt is running.';
    if (tools !== undefined && !tools.includes(tool)) return `Only these tools may be used: ${tools.join(', ')}.`;
    // Its answer is a choice, and an approval is a yes or a no. It is excluded at launch; this is for a version that names the flag anew.
    if (tool === 'ask_user_question') return 'Nobody can answer questions here; decide, and say what you assumed.';
    return undefined;
  }

  function withdraw(id: string): Action[] {
    return open.delete(id) ? [{ type: 'withdrawn', id }] : [];
  }

  return {
    ask(frame, running) {
      const id = asText(requestField(frame, 'request_id')) ?? '';
      const asked = requestField(frame, 'request');
      const subtype = asText(permissionField(asked, 'subtype')) ?? '?';
      const tool = asText(permissionField(asked, 'tool_name')) ?? '';
      if (id === '' || open.has(id)) return [{ type: 'unknown', frame: `control_request/${subtype}` }];
      if (subtype !== 'can_use_tool' || tool === '') {
        return [
          { type: 'send', line: controlError(id, `This client does not answer ${JSON.stringify(subtype)}`) },
          { type: 'unknown', frame: `control_request/${subtype}` },
        ];
      }
      const reason = refusal(tool, running);
      if (reason !== undefined) return [deny(id, reason)];
      open.set(id, asText(permissionField(asked, 'tool_use_id')) ?? '');
      return [{ type: 'approval', id, tool, input: permissionField(asked, 'input') ?? null }];
    },
    answer(id, allow, reason) {
      if (!open.delete(id)) return [];
      if (!allow) return [deny(id, reason)];
      // No `updatedInput`: qwen 0.24.4 ignores it for shell commands, so that it would promise what does not happen.
      return [{ type: 'send', line: controlResponse(id, { behavior: 'allow' }) }];
    },
    withdraw,
    ended(call) {
      return [...open].flatMap(([id, about]) => (about === call ? withdraw(id) : []));
    },
    clear() {
      return [...open.keys()].flatMap(withdraw);
    },
  };
}

/** The denial of a request that was too long to be read; nothing when its beginning has no id to name. */
export function denyLost(head: string): Action[] {
  const id = /"request_id"\s*:\s*"([^"\\]+)"/.exec(head)?.[1];
  const message = 'The call is too large to be shown to anyone.';
  return id === undefined ? [] : [{ type: 'send', line: controlResponse(id, { behavior: 'deny', message }) }];
}

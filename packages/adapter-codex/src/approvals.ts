import { type Action, asWord, type Event, fieldOf, isFields, METHOD_NOT_FOUND, type RequestId } from '@agentmount/core';
import { questionNotice } from './notices.js';
import { mcpToolName } from './tool-names.js';
import { errorLine, resultLine } from './wire.js';

const PERMISSIONS = 'item/permissions/requestApproval';
const ELICITATION = 'mcpServer/elicitation/request';
const DECLINED = { action: 'decline', content: null, _meta: null };

/** The questions that are approvals, and the name of the tool that each is about (codex 0.171.0). */
const APPROVALS: Readonly<Record<string, string>> = {
  'item/commandExecution/requestApproval': 'command_execution',
  'item/fileChange/requestApproval': 'file_change',
  [PERMISSIONS]: 'request_permissions',
};

/** The tool that an approval is about; undefined for a question whose answer is no yes or no. */
function askedTool(method: string, params: unknown): string | undefined {
  if (Object.hasOwn(APPROVALS, method)) return APPROVALS[method];
  // Before it calls a tool of an MCP server, codex asks in the form in which such a server asks a person.
  const meta = fieldOf(params, '_meta');
  if (method !== ELICITATION || fieldOf(meta, 'codex_approval_kind') !== 'mcp_tool_call') return undefined;
  return mcpToolName(asWord(fieldOf(params, 'serverName')), asWord(fieldOf(meta, 'tool_name')));
}

interface Parked {
  readonly request: RequestId;
  readonly method: string;
  readonly params: unknown;
}

/** What codex asks on app-server's wire. Every question is answered: an approval by a yes or a no, any other in the step that reads it. */
export class Approvals {
  readonly #parked = new Map<string, Parked>();

  /**
   * A request of codex's.
   * @param inputOf what the call of this id was made with; @param open whether a prompt runs that has not been told to stop
   */
  request(
    id: RequestId,
    method: string,
    params: unknown,
    inputOf: (item: string) => unknown,
    open: boolean,
  ): readonly Action[] {
    const tool = askedTool(method, params);
    if (tool === undefined) return this.#other(id, method, params, open);
    const key = keyOf(id);
    if (this.#parked.has(key)) return [{ type: 'unknown', frame: 'a request id that is in use' }];
    const parked = { request: id, method, params };
    if (!open) return [decision(parked, false)];
    this.#parked.set(key, parked);
    return [{ type: 'approval', id: key, tool, input: shownInput(method, params, inputOf) }];
  }

  /** Answers an approval; nothing when it is not open any more. The answer has no room for a reason. */
  answer(key: string, allow: boolean): readonly Action[] {
    const parked = this.#parked.get(key);
    if (parked === undefined) return [];
    this.#parked.delete(key);
    return [decision(parked, allow)];
  }

  /** `serverRequest/resolved`: codex waits for this answer no more. It says so of those that were answered, too. */
  resolved(id: unknown): readonly Event[] {
    const key = typeof id === 'number' || typeof id === 'string' ? keyOf(id) : '';
    return this.#parked.delete(key) ? [{ type: 'withdrawn', id: key }] : [];
  }

  /** Nobody answers any more. `writes`: whether codex is still there to be told. */
  close(writes: boolean): readonly Action[] {
    const all = [...this.#parked];
    this.#parked.clear();
    return all.flatMap(([id, parked]): Action[] => [
      ...(writes ? [decision(parked, false)] : []),
      { type: 'withdrawn', id },
    ]);
  }

  /** A request that was too long to be read: it is refused all the same. */
  lost(id: RequestId, method: string): readonly Action[] {
    return this.#parked.has(keyOf(id)) ? [] : this.request(id, method, undefined, () => undefined, false);
  }

  #other(id: RequestId, method: string, params: unknown, open: boolean): readonly Action[] {
    const send = (result: object): Action => ({ type: 'send', line: resultLine(id, result) });
    switch (method) {
      case 'item/tool/requestUserInput':
        return [send({ answers: {} }), ...(open ? [questionNotice('a question')] : [])];
      case ELICITATION: {
        const server = asWord(fieldOf(params, 'serverName')) ?? 'an MCP server';
        const notice = open ? [questionNotice(`a question of ${server}`)] : [];
        return [send(DECLINED), ...notice];
      }
      default:
        return [
          { type: 'send', line: errorLine(id, METHOD_NOT_FOUND, `Method not found: ${method}`) },
          { type: 'unknown', frame: `request ${method}` },
        ];
    }
  }
}

/** Ids begin at 0 and may be text. */
function keyOf(id: RequestId): string {
  return typeof id === 'number' ? `request-${id}` : `request "${id}"`;
}

/** Allowed once, for this call; more is never granted. A denied call is told to the model, and the turn goes on. */
function decision({ request, method, params }: Parked, allow: boolean): Action {
  return { type: 'send', line: resultLine(request, answerTo(method, params, allow)) };
}

function answerTo(method: string, params: unknown, allow: boolean): object {
  switch (method) {
    case PERMISSIONS: {
      const asked = allow ? fieldOf(params, 'permissions') : undefined;
      const granted = Object.entries(isFields(asked) ? asked : {}).filter(([, value]) => value !== null);
      return { permissions: Object.fromEntries(granted), scope: 'turn' };
    }
    case ELICITATION:
      return allow ? { action: 'accept', content: {}, _meta: null } : DECLINED;
    default:
      return { decision: allow ? 'accept' : 'decline' };
  }
}

/** What whoever decides has to see. */
function shownInput(method: string, params: unknown, inputOf: (item: string) => unknown): unknown {
  const reason = asWord(fieldOf(params, 'reason'));
  const why = reason === undefined ? {} : { reason };
  switch (method) {
    case 'item/commandExecution/requestApproval': {
      const kind = asWord(fieldOf(params, 'kind'));
      const network = fieldOf(params, 'networkApprovalContext');
      const known = inputOf(asWord(fieldOf(params, 'itemId')) ?? '');
      return {
        ...(isFields(known) ? known : {}),
        ...pick(params, ['command', 'cwd']),
        ...(isFields(network) ? { network } : {}),
        ...(kind === undefined || kind === 'command' ? {} : { kind }),
        ...why,
      };
    }
    case 'item/fileChange/requestApproval': {
      const known = inputOf(asWord(fieldOf(params, 'itemId')) ?? '');
      return { ...(isFields(known) ? known : {}), ...pick(params, ['grantRoot']), ...why };
    }
    case ELICITATION:
      return fieldOf(fieldOf(params, '_meta'), 'tool_params') ?? {};
    default:
      return { ...pick(params, ['permissions', 'cwd']), ...why };
  }
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names
      .map((name) => [name, fieldOf(value, name)] as const)
      .filter(([, field]) => field !== undefined && field !== null),
  );
}

import type { Action } from '@agentmount/core';
import { asList, asText, asWord, type RequestId } from '@agentmount/core';
import { errorLine, resultLine } from './json-rpc.js';
import type { OpenCall } from './tool-calls.js';
import { inputOf } from './tool-calls.js';
import { contentField, permissionField, permissionOptionField, toolContentField, toolField } from './wire.js';

/** JSON-RPC's code for a request that was cancelled, in the protocol. */
const REQUEST_CANCELLED = -32800;

/** An answer that was written. */
interface GivenAnswer {
  readonly actions: readonly Action[];
  /** The tool that may not run. */
  readonly denied?: string;
}

/** Questions of the agent's that wait for a yes or a no. Only the options that hold for one call are ever chosen. */
export interface Approvals {
  /** Parks a question. `call`: what is known of the call it is about. `name`: the tool's name off the question itself. */
  ask(id: RequestId, params: unknown, call: OpenCall | undefined, name: string | undefined): Action[];
  /** Answers a parked question by the id that {@link ask} gave it; undefined when none of that id is parked. */
  answer(approval: string, allow: boolean): GivenAnswer | undefined;
  /** The agent has withdrawn its request. */
  withdraw(id: unknown): Action[];
  /** A call has ended without our answer. */
  callEnded(call: string): Action[];
  /** Nobody will answer any more. `writes`: whether the agent is still there to be told. */
  close(writes: boolean): Action[];
}

interface Parked {
  readonly request: RequestId;
  readonly call: string | undefined;
  readonly tool: string;
  readonly allow: string | undefined;
  readonly reject: string | undefined;
}

/** @param agent what sentences call the agent */
export function createApprovals(agent: string): Approvals {
  const parked = new Map<string, Parked>();
  let asked = 0;

  function drop(which: (one: Parked) => boolean, line: (one: Parked) => string | undefined): Action[] {
    return [...parked].flatMap(([id, one]): Action[] => {
      if (!which(one)) return [];
      parked.delete(id);
      const written = line(one);
      const send: Action[] = written === undefined ? [] : [{ type: 'send', line: written }];
      return [...send, { type: 'withdrawn', id }];
    });
  }

  return {
    ask(request, params, call, name) {
      if ([...parked.values()].some((one) => one.request === request))
        return [{ type: 'unknown', frame: 'a request id that is in use' }];
      const asks = permissionField(params, 'toolCall');
      const options = asList(permissionField(params, 'options'));
      const tool = call?.name ?? name ?? 'a tool';
      asked += 1;
      const id = `approval-${asked}`;
      parked.set(id, {
        request,
        call: asWord(toolField(asks, 'toolCallId')),
        tool,
        allow: optionOf(options, 'allow_once'),
        reject: optionOf(options, 'reject_once'),
      });
      const input = inputOf(toolField(asks, 'rawInput')) ?? call?.input ?? described(asks);
      return [{ type: 'approval', id, tool, input }];
    },

    answer(approval, allow) {
      const one = parked.get(approval);
      if (!one) return undefined;
      parked.delete(approval);
      const option = allow ? one.allow : one.reject;
      const send: Action = {
        type: 'send',
        line: option === undefined ? cancelledLine(one.request) : resultLine(one.request, selected(option)),
      };
      if (!allow) return { actions: [send], denied: one.tool };
      if (option !== undefined) return { actions: [send] };
      const text = `${agent} offered no way to allow ${one.tool} for this call alone, so it was not allowed.`;
      return { actions: [send, { type: 'notice', level: 'warning', text }], denied: one.tool };
    },

    withdraw: (id) =>
      drop(
        (one) => one.request === id,
        (one) => errorLine(one.request, REQUEST_CANCELLED, 'Request cancelled'),
      ),
    callEnded: (call) =>
      drop(
        (one) => one.call === call,
        (one) => cancelledLine(one.request),
      ),
    close: (writes) =>
      drop(
        () => true,
        (one) => (writes ? cancelledLine(one.request) : undefined),
      ),
  };
}

/** The answer of a client that lets nobody be asked. */
function cancelledLine(request: RequestId): string {
  return resultLine(request, { outcome: { outcome: 'cancelled' } });
}

/** The refusal of a question that nobody needs to see; `undefined` options are answered as a cancelled question. */
export function rejectedLine(request: RequestId, params: unknown): string {
  const option = optionOf(asList(permissionField(params, 'options')), 'reject_once');
  return option === undefined ? cancelledLine(request) : resultLine(request, selected(option));
}

function selected(optionId: string): object {
  return { outcome: { outcome: 'selected', optionId } };
}

function optionOf(options: readonly unknown[], kind: 'allow_once' | 'reject_once'): string | undefined {
  const option = options.find((candidate) => permissionOptionField(candidate, 'kind') === kind);
  return asText(permissionOptionField(option, 'optionId'));
}

/** What is asked, where the agent gives no input: its own words. */
function described(asks: unknown): unknown {
  const title = asWord(toolField(asks, 'title'));
  const words = asList(toolField(asks, 'content'))
    .map((item) => asWord(contentField(toolContentField(item, 'content'), 'text')))
    .filter((text) => text !== undefined);
  return { ...(title === undefined ? {} : { title }), ...(words.length === 0 ? {} : { text: words.join('\n') }) };
}

import type { Action, RequestId, SendAction } from '@agentmount/core';
import { requestLine } from './wire.js';

/** A reply to a request of ours; `error` is undefined when it succeeded. */
export interface Reply {
  readonly result: unknown;
  readonly error: unknown;
  /** The reply was too long to be kept. */
  readonly lost?: true;
}

type OnReply = (reply: Reply) => readonly Action[];

/** Our requests that wait for their replies. */
export class Requests {
  readonly #waiting = new Map<RequestId, OnReply>();
  #made = 0;

  /** The frame of a request; `onReply` is called once, with its reply. */
  make(method: string, params: object, onReply: OnReply): SendAction {
    this.#made += 1;
    this.#waiting.set(this.#made, onReply);
    return { type: 'send', line: requestLine(this.#made, method, params) };
  }

  /** Takes a reply; undefined when nothing waits for it. */
  reply(id: RequestId, reply: Reply): readonly Action[] | undefined {
    const onReply = this.#waiting.get(id);
    if (onReply === undefined) return undefined;
    this.#waiting.delete(id);
    return onReply(reply);
  }

  /** A reply was too long to be kept. Without an id it is taken for that of the oldest request: codex answers them in order. */
  lost(id: RequestId | undefined): readonly Action[] {
    const [oldest] = this.#waiting.keys();
    const of = id ?? oldest;
    return (of === undefined ? undefined : this.reply(of, { result: undefined, error: {}, lost: true })) ?? [];
  }
}

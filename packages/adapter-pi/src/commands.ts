import type { Action, SendAction } from '@agentmount/core';
import { asText, type Fields } from '@agentmount/core';
import { type Command, commandLine, headField, responseField } from './wire.js';

/** A reply to a command. */
export interface Reply {
  /** The reply's data; undefined when the command failed. */
  readonly data: unknown;
  /** Why the command failed, in pi's words. */
  readonly error?: string;
}

type OnReply = (reply: Reply) => readonly Action[];

/** The commands that wait for their replies. */
export class Commands {
  readonly #waiting = new Map<string, OnReply>();
  #sent = 0;

  /** The frame of a command; `onReply` is called once, with its reply. Without it the reply changes nothing. */
  send(command: Command, onReply: OnReply = () => []): SendAction {
    this.#sent += 1;
    const id = `agentmount-${this.#sent}`;
    this.#waiting.set(id, onReply);
    return { type: 'send', line: commandLine(id, command) };
  }

  /** Takes a reply; undefined when nothing waits for it. */
  reply(frame: Fields): readonly Action[] | undefined {
    const failed = responseField(frame, 'success') !== true;
    const error = asText(responseField(frame, 'error')) ?? 'pi refused the command without a reason';
    return this.#take(
      asText(responseField(frame, 'id')),
      failed ? { data: undefined, error } : { data: responseField(frame, 'data') },
    );
  }

  /** A reply was too long to be kept. */
  lost(head: string): readonly Action[] {
    return (
      this.#take(headField(head, 'id'), {
        data: undefined,
        error: 'its reply was longer than the limit for one frame',
      }) ?? []
    );
  }

  #take(id: string | undefined, reply: Reply): readonly Action[] | undefined {
    const onReply = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || onReply === undefined) return undefined;
    this.#waiting.delete(id);
    return onReply(reply);
  }
}

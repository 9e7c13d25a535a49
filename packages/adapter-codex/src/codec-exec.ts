import {
  type Action,
  asWord,
  type Codec,
  type Event,
  type Exit,
  type Fields,
  fieldOf,
  type LaunchPlan,
  parseFields,
  type Task,
} from '@agentmount/core';
import { exitFailure, LOST_END, turnFailure } from './failures.js';
import type { ExecHandshake } from './launch.js';
import { Messages } from './messages.js';
import { leftRunning, ownWarning } from './notices.js';
import { SESSION_ID } from './session-id.js';
import { ToolCalls } from './tool-calls.js';
import { isWords, itemType, toolName } from './tool-names.js';
import { readTokens } from './usage.js';
import { answered, type Verdict } from './verdict.js';

/** Makes the codec of a process started by `codex exec --json` (0.171.0): one prompt through stdin, and the process is over. */
export function execCodec(plan: LaunchPlan): Codec {
  return new ExecCodec(plan.handshake as ExecHandshake);
}

class ExecCodec implements Codec {
  readonly #calls = new ToolCalls();
  readonly #messages = new Messages();
  #session: string | undefined;
  #running = false;
  #over = false;

  constructor({ session }: ExecHandshake) {
    this.#session = session;
  }

  open(): readonly Action[] {
    const known: Action[] = this.#session === undefined ? [] : [{ type: 'session', id: this.#session }];
    return [...known, { type: 'ready' }];
  }

  prompt(task: Task): readonly Action[] {
    this.#running = true;
    return [{ type: 'raw', text: task.text }, { type: 'close' }];
  }

  frame(line: string): readonly Action[] {
    const frame = parseFields(line);
    if (frame === undefined) return line.trim() === '' ? [] : [{ type: 'unknown', frame: 'not JSON' }];
    const type = asWord(frame.type) ?? '?';
    switch (type) {
      case 'thread.started':
        return this.#onThread(frame);
      case 'turn.started':
      case 'error':
      case 'item.updated':
        return [];
      case 'item.started':
        return this.#running ? this.#item(fieldOf(frame, 'item'), false) : [];
      case 'item.completed':
        return this.#running ? this.#item(fieldOf(frame, 'item'), true) : [];
      case 'turn.completed':
        return this.#onCompleted(frame);
      case 'turn.failed':
        return this.#settle({ outcome: 'failed', failure: turnFailure(fieldOf(frame, 'error')) });
      default:
        return [{ type: 'unknown', frame: type }];
    }
  }

  lost(head: string): readonly Action[] {
    return /^\s*\{\s*"type"\s*:\s*"turn\.(completed|failed)"/.test(head)
      ? this.#settle({ outcome: 'failed', failure: LOST_END })
      : [];
  }

  exit(exit: Exit): readonly Action[] {
    return this.#settle({ outcome: 'failed', failure: exitFailure(exit) });
  }

  #onThread(frame: Fields): readonly Action[] {
    const id = asWord(fieldOf(frame, 'thread_id'));
    if (this.#over || id === undefined || !SESSION_ID.test(id) || id === this.#session) return [];
    this.#session = id;
    return [{ type: 'session', id }];
  }

  #item(item: unknown, over: boolean): readonly Event[] {
    if (toolName(item) !== undefined) {
      this.#messages.pause();
      return over ? this.#calls.completed(item, false) : this.#calls.started(item, false);
    }
    if (!isWords(item)) return [{ type: 'unknown', frame: `item ${itemType(item)}` }];
    if (!over) return [];
    const words = asWord(fieldOf(item, 'text')) ?? '';
    switch (itemType(item)) {
      case 'agent_message':
        return this.#messages.whole(asWord(fieldOf(item, 'id')) ?? '', words);
      case 'reasoning':
        return words === '' ? [] : [{ type: 'text', channel: 'thought', text: words }];
      case 'error':
        return ownWarning(asWord(fieldOf(item, 'message')));
      default:
        return [];
    }
  }

  /** The tokens are the thread's running total, over every earlier process, too. */
  #onCompleted(frame: Fields): readonly Action[] {
    if (!this.#running) return [];
    const total = readTokens(fieldOf(frame, 'usage'));
    const usage: readonly Event[] = total === undefined ? [] : [{ type: 'usage', scope: 'total', ...total }];
    return [...usage, ...leftRunning(this.#calls.commands, 0), ...this.#settle(answered(this.#messages.last))];
  }

  #settle(verdict: Verdict): readonly Action[] {
    if (!this.#running) return [];
    this.#running = false;
    this.#over = true;
    return [{ type: 'settled', ...verdict }];
  }
}

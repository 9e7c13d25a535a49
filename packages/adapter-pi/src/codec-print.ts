import type { Action, Codec, Event, Exit, LaunchPlan, Task } from '@agentmount/core';
import { asText, type Fields, parseFields } from '@agentmount/core';
import { eventType, unknownFrame } from './event-type.js';
import { classifyExit } from './failures.js';
import { type Handshake, handshakeOf } from './launch.js';
import { modelNotice, thinkingNotice, toolsNotice } from './notices.js';
import { SESSION_ID } from './session-id.js';
import { Run } from './translate.js';
import { verdict } from './verdict.js';
import { eventField, frameType, headerField, headField } from './wire.js';

/** Makes the codec of a process started by `pi -p --mode json` (pi 1.6.0): one prompt through stdin, and the process is over. */
export function printCodec(plan: LaunchPlan): Codec {
  return new PrintCodec(plan);
}

class PrintCodec implements Codec {
  readonly #asked: Handshake;
  readonly #cwd: string;
  #run: Run | undefined;
  #began = false;
  #over = false;
  #session: string | undefined;
  #fresh = false;

  constructor(plan: LaunchPlan) {
    this.#asked = handshakeOf(plan);
    this.#cwd = plan.cwd;
  }

  open(): readonly Action[] {
    return [{ type: 'ready' }];
  }

  prompt(task: Task): readonly Action[] {
    this.#run = new Run(this.#asked.home);
    return [{ type: 'raw', text: task.text }, { type: 'close' }];
  }

  frame(line: string): readonly Action[] {
    const frame = parseFields(line);
    if (frame === undefined) return line.trim() === '' ? [] : [{ type: 'unknown', frame: 'not JSON' }];
    if (frameType(frame) === 'session') return this.#onHeader(frame);
    const type = eventType(frame);
    if (type === undefined) return [unknownFrame(frame)];
    if (this.#run === undefined) return [];
    this.#began = true;
    if (type === 'agent_settled') return this.#settle(this.#run, eventField(frame, 'aborted') === true);
    return [...this.#run.take(frame), ...this.#freshSession(this.#run)];
  }

  lost(head: string): readonly Action[] {
    if (this.#run === undefined) return [];
    this.#began = true;
    return headField(head, 'type') === 'agent_settled' ? this.#settle(this.#run, false) : this.#run.lost(head);
  }

  /** An exit code says nothing here (pi 1.6.0 ends with 0 when the model's provider refused everything), stderr at times does. */
  exit(exit: Exit): readonly Action[] {
    if (this.#run === undefined) return [];
    const failure = exit.signal === null && !this.#began ? classifyExit(exit) : undefined;
    if (failure !== undefined) return [{ type: 'settled', outcome: 'failed', failure }];
    if (this.#began || exit.code !== 0) return [];
    const message =
      'pi ended without running a model: it handled the prompt by itself, as a command or a hook of an extension';
    const remedy = 'use the transport rpc, where the answer of a command can be read';
    return [{ type: 'settled', outcome: 'failed', failure: { class: 'agent', message, remedy } }];
  }

  #onHeader(frame: Fields): readonly Event[] {
    const id = asText(headerField(frame, 'id'));
    if (this.#over || id === undefined || !SESSION_ID.test(id) || id === this.#session) return [];
    this.#session = id;
    const cwd = asText(headerField(frame, 'cwd'));
    if (this.#asked.session === undefined || cwd === undefined || cwd === this.#cwd) return [{ type: 'session', id }];
    const text = `pi works in ${cwd}, where this session was begun, and not in ${this.#cwd}`;
    return [
      { type: 'session', id },
      { type: 'notice', level: 'warning', text },
    ];
  }

  /** A session that was to be continued and declares its tools from the beginning is a new one. */
  #freshSession(run: Run): readonly Event[] {
    if (
      this.#fresh ||
      this.#asked.session === undefined ||
      this.#session === undefined ||
      run.declaredTools === undefined
    )
      return [];
    this.#fresh = true;
    return [{ type: 'session', id: this.#session, fresh: true }];
  }

  #settle(run: Run, aborted: boolean): readonly Action[] {
    this.#run = undefined;
    this.#over = true;
    return [
      ...modelNotice(this.#asked.model, run.model),
      ...thinkingNotice(this.#asked.thinking, run.thinkingLevel),
      ...(run.declaredTools === undefined ? [] : toolsNotice(this.#asked.tools, run.declaredTools)),
      ...verdict(run.last, { aborted, stopped: false }),
    ];
  }
}

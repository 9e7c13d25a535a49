import type { AgentAdapter } from '../contract/adapter.js';
import type { Codec } from '../contract/codec.js';
import type { Action, Event, SettledEvent } from '../contract/event.js';
import type { Exit, Failure } from '../contract/failure.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Task } from '../contract/setup.js';
import { FrameSplitter } from '../frames/frame-splitter.js';
import type { AgentProcess } from '../process/agent-process.js';

/** What a wire tells: the agent's events, and two of its own. */
export type WireEvent =
  | Event
  /** What the codec makes of a process that went away without ending its prompt. */
  | (SettledEvent & { readonly byExit: true })
  /** The process is gone and everything it said has been handed on. */
  | { readonly type: 'gone'; readonly exit: Exit }
  /** The codec broke its contract; nothing it says can be trusted any more. */
  | { readonly type: 'broken'; readonly failure: Failure };

/** Called for one event after another; the next one waits for the promise. Must not wait for anything the wire has yet to say. */
export type WireListener = (event: WireEvent) => void | Promise<void>;

export interface WireLimits {
  /** Longest frame, bytes. */
  readonly maxLine: number;
  /** Bytes of frames waiting to be handled at which reading pauses. */
  readonly maxCapture: number;
}

/** What a frame costs beside its bytes while it waits: the objects that it was made into. */
const ENTRY_BYTES = 1_000;

interface Entry {
  readonly actions: readonly (Action | WireEvent)[];
  /** What it counts for while it waits; 0 for what did not come from the agent. */
  readonly bytes: number;
}

/**
 * One agent process with its codec. Frames go to the codec as they come; what the codec answers goes into one queue that is
 * carried out in order, each action finished before the next. It is the one asynchronous place, and what makes "recorded before
 * the prompt is written" true for every adapter.
 */
export class Wire {
  readonly process: AgentProcess;
  readonly plan: LaunchPlan;
  readonly #codec: Codec;
  readonly #interrupt: () => readonly Action[] | undefined;
  readonly #limits: WireLimits;
  #listener: WireListener | undefined;
  #queue: Entry[] = [];
  #head = 0;
  #waitingBytes = 0;
  #working = false;
  #broken = false;
  #ready = false;
  #frames = 0;
  #bytes = 0;
  #lostFrames = 0;
  #lostBytes = 0;

  constructor(adapter: AgentAdapter, plan: LaunchPlan, process: AgentProcess, limits: WireLimits) {
    this.process = process;
    this.plan = plan;
    this.#limits = limits;
    const codec = adapter.parse(plan);
    this.#codec = codec;
    this.#interrupt = () => adapter.interrupt(codec);
  }

  /** Attaches the listener, then opens the handshake: a wire without one says `ready` at once, and must be heard. */
  open(listener: WireListener): void {
    this.#listener = listener;
    this.#ask((codec) => codec.open());
    this.#read();
  }

  /** Hands the wire to another listener (a waiting process that a turn takes over), or to none. */
  listen(listener: WireListener | undefined): void {
    this.#listener = listener;
  }

  /** Whether it could be prompted now: it said so, and has had no prompt since. */
  get ready(): boolean {
    return this.#ready;
  }

  prompt(task: Task): void {
    this.#ready = false;
    this.#ask((codec) => codec.prompt(task));
  }

  /** False where the wire has no stop. */
  interrupt(): boolean {
    if (!this.#codec.interrupt) return false;
    this.#ask(() => this.#interrupt() ?? []);
    return true;
  }

  steer(reference: string, text: string): void {
    this.#ask((codec) => codec.steer?.(reference, text) ?? []);
  }

  answer(id: string, allow: boolean, reason: string): void {
    this.#ask((codec) => codec.answer?.(id, allow, reason) ?? []);
  }

  models(): void {
    this.#ask((codec) => codec.models?.() ?? []);
  }

  /** What has come, for the description of a stream that did not fit. */
  get counts(): {
    readonly frames: number;
    readonly bytes: number;
    readonly lostFrames: number;
    readonly lostBytes: number;
  } {
    return { frames: this.#frames, bytes: this.#bytes, lostFrames: this.#lostFrames, lostBytes: this.#lostBytes };
  }

  #read(): void {
    const splitter = new FrameSplitter({
      maxBytes: this.#limits.maxLine,
      onFrame: (line, bytes) => {
        this.#frames += 1;
        this.#ask((codec) => codec.frame(line), bytes + ENTRY_BYTES);
      },
      onLost: (head, bytes) => {
        this.#lostFrames += 1;
        this.#lostBytes += bytes;
        this.#ask((codec) => codec.lost(head));
      },
    });
    this.process.stdout.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      splitter.push(chunk);
      letGo(chunk);
      if (this.#waitingBytes > this.#limits.maxCapture) this.process.stdout.pause();
    });
    void this.process.exit.then((exit) => {
      splitter.end();
      this.#ask((codec) => codec.exit(exit).map(markSettled));
      this.#ready = false;
      this.#enqueue([{ type: 'gone', exit }]);
    });
  }

  #ask(question: (codec: Codec) => Entry['actions'], bytes = 0): void {
    if (this.#broken) return;
    let actions: Entry['actions'];
    try {
      actions = question(this.#codec);
    } catch (error) {
      this.#broken = true;
      const message = `the adapter failed on what the agent sent (${error instanceof Error ? error.message : String(error)})`;
      this.#enqueue([{ type: 'broken', failure: { class: 'protocol', message } }]);
      return;
    }
    if (actions.length > 0) this.#enqueue(actions, bytes);
  }

  #enqueue(actions: Entry['actions'], bytes = 0): void {
    this.#queue.push({ actions, bytes });
    this.#waitingBytes += bytes;
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    // Not in the caller's own step: whoever asks the codec for something must not be called back before its call returns.
    await undefined;
    for (let entry = this.#next(); entry; entry = this.#next()) {
      for (const action of entry.actions) {
        const done = this.#carryOut(action);
        // Most events are handled at once: a promise for each would cost more than the handling.
        if (done) await done;
      }
      this.#waitingBytes -= entry.bytes;
      if (this.#waitingBytes * 2 < this.#limits.maxCapture && this.process.stdout.isPaused())
        this.process.stdout.resume();
    }
    this.#working = false;
  }

  /** A queue without shifting: the array is cut once half of it is done. */
  #next(): Entry | undefined {
    const entry = this.#queue[this.#head];
    if (!entry) {
      this.#queue = [];
      this.#head = 0;
      return undefined;
    }
    this.#head += 1;
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return entry;
  }

  #carryOut(action: Action | WireEvent): Promise<void> | void {
    switch (action.type) {
      case 'send':
        return this.process.write(`${action.line}\n`);
      case 'raw':
        return this.process.write(action.text);
      case 'close':
        return this.process.endInput();
      case 'ready':
        this.#ready = true;
        return this.#listener?.(action);
      default:
        return this.#listener?.(action);
    }
  }
}

/**
 * Frees the memory of a chunk that has been read, at once: under a flood of long lines, which makes few objects, the collector would
 * come only after 64 MB of chunks. Not one that shares its memory with others.
 */
function letGo({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function markSettled(action: Action): Action | WireEvent {
  return action.type === 'settled' ? { ...action, byExit: true } : action;
}

import type { AgentAdapter } from '../contract/adapter.js';
import type { Action, Event } from '../contract/event.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Image, Setup } from '../contract/setup.js';
import { FrameSplitter } from '../frames/frame-splitter.js';
import type { AgentProcess } from '../process/agent-process.js';
import { taskOf } from './setup-of.js';
import { performStep, type Step } from './step.js';
import type { TranscriptLine } from './transcript.js';
import { type WatchedCodec, watchCodec } from './watch-codec.js';

/** A running agent as the script of a recording sees it. */
export interface RecordedAgent {
  prompt(text: string, images?: readonly Image[]): void;
  interrupt(): void;
  steer(reference: string, text: string): void;
  answer(id: string, allow: boolean, reason: string): void;
  models(): void;
  /**
   * The next event of this type, or of one of these, that was not waited for yet, and for which `fits` is true; those before it are passed over.
   * Rejects when the process is gone or the recording's patience is at its end before it comes.
   */
  event<Type extends Event['type']>(
    type: Type | readonly Type[],
    fits?: (event: Extract<Event, { type: Type }>) => boolean,
  ): Promise<Extract<Event, { type: Type }>>;
}

interface Recorded<Options> {
  readonly adapter: AgentAdapter<Options>;
  readonly setup: Setup<Options>;
  readonly plan: LaunchPlan;
  readonly process: AgentProcess;
  readonly patienceMs: number;
}

/** Longest frame, bytes. */
const MAX_FRAME = 64 * 1024 * 1024;

/** One process with its codec, every line of both noted in the order in which it happened. */
export class Recording<Options> implements RecordedAgent {
  readonly #recorded: Recorded<Options>;
  readonly #codec: WatchedCodec;
  readonly #lines: TranscriptLine[] = [];
  readonly #events: Event[] = [];
  readonly #gone: Promise<void>;
  #seen = 0;
  #isGone = false;
  #failure: unknown;
  #wake: (() => void) | undefined;

  constructor(recorded: Recorded<Options>) {
    this.#recorded = recorded;
    const { adapter, plan, process } = recorded;
    this.#codec = watchCodec(adapter.parse(plan), { sessionId: adapter.sessionId });
    const splitter = new FrameSplitter({
      maxBytes: MAX_FRAME,
      onFrame: (line) => this.#step({ out: line }, { call: 'frame', line }),
      onLost: (head) => this.#step({ lost: head }, { call: 'lost', head }),
    });
    // Not before `open`: a codec is told nothing before it has been opened.
    process.stdout.pause();
    process.stdout.on('data', (chunk: Buffer) => splitter.push(chunk));
    this.#gone = process.exit.then((exit) => {
      splitter.end();
      if (exit.stderr !== '') this.#lines.push({ err: exit.stderr });
      this.#step({ exit: { code: exit.code, signal: exit.signal } }, { call: 'exit', exit });
      this.#isGone = true;
      this.#wake?.();
    });
  }

  open(): void {
    this.#carryOut(this.#codec.open());
    this.#recorded.process.stdout.resume();
  }

  /** What was recorded, once the process is gone. Rejects with what the codec broke meanwhile. */
  async finish(): Promise<readonly TranscriptLine[]> {
    await this.#gone;
    if (this.#failure) throw this.#failure;
    return this.#lines;
  }

  prompt(text: string, images?: readonly Image[]): void {
    const details = { text, ...(images && { images }) };
    this.#call({ do: 'prompt', ...details }, { call: 'prompt', ...details });
  }

  interrupt(): void {
    this.#call({ do: 'interrupt' }, { call: 'interrupt' });
  }

  steer(reference: string, text: string): void {
    this.#call({ do: 'steer', reference, text }, { call: 'steer', reference, text });
  }

  answer(id: string, allow: boolean, reason: string): void {
    this.#call({ do: 'answer', id, allow, reason }, { call: 'answer', id, allow, reason });
  }

  models(): void {
    this.#call({ do: 'models' }, { call: 'models' });
  }

  async event<Type extends Event['type']>(
    type: Type | readonly Type[],
    fits: (event: Extract<Event, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<Event, { type: Type }>> {
    const { patienceMs } = this.#recorded;
    const types: readonly Event['type'][] = [type].flat();
    const wanted = types.map((one) => `"${one}"`).join(' or ');
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#wake?.();
    }, patienceMs);
    try {
      for (;;) {
        if (this.#failure) throw this.#failure;
        while (this.#seen < this.#events.length) {
          const event = this.#events[this.#seen] as Event;
          this.#seen += 1;
          if (types.includes(event.type) && fits(event as Extract<Event, { type: Type }>))
            return event as Extract<Event, { type: Type }>;
        }
        if (this.#isGone) throw new Error(`the agent was gone before ${wanted} came; ${this.#lastWords()}`);
        if (late) throw new Error(`${wanted} did not come within ${patienceMs} ms; ${this.#lastWords()}`);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** A call of the script: a fault in it is the script's to hear. */
  #call(line: TranscriptLine, step: Step): void {
    if (this.#failure) throw this.#failure;
    this.#perform(line, step);
  }

  /** Something came from the process: a fault in it is heard by whoever waits next. */
  #step(line: TranscriptLine, step: Step): void {
    if (this.#failure) return;
    try {
      this.#perform(line, step);
    } catch (error) {
      this.#failure = error;
    }
    this.#wake?.();
  }

  #perform(line: TranscriptLine, step: Step): void {
    const actions = performStep(this.#codec, step, (text, images) => taskOf(this.#recorded.setup, text, images));
    this.#lines.push(line);
    this.#carryOut(actions);
  }

  #carryOut(actions: readonly Action[]): void {
    const { process } = this.#recorded;
    for (const action of actions) {
      switch (action.type) {
        case 'send':
          this.#lines.push({ in: action.line });
          void process.write(`${action.line}\n`);
          break;
        case 'raw':
          this.#lines.push({ raw: action.text });
          void process.write(action.text);
          break;
        case 'close':
          this.#lines.push({ close: true });
          process.endInput();
          break;
        default:
          this.#events.push(action);
      }
    }
  }

  #lastWords(): string {
    const last = this.#lines.slice(-5).map((line) => `\n  ${JSON.stringify(line).slice(0, 300)}`);
    const stderr = this.#recorded.process.stderr().trim().split('\n').slice(0, 3);
    return `stderr begins: ${stderr.join(' | ') || 'nothing'}; the last lines:${last.join('')}`;
  }
}

import type { AgentAdapter } from '../contract/adapter.js';
import type { Action } from '../contract/event.js';
import type { Image, Setup } from '../contract/setup.js';
import { deepFreeze } from './deep-freeze.js';
import { setupOf, taskOf } from './setup-of.js';
import { performStep, type Step } from './step.js';
import type { Transcript } from './transcript.js';
import { type WatchedCodec, watchCodec } from './watch-codec.js';

/**
 * Drives one watched codec as core would: makes a call only where the contract allows it. Like core it may learn a little late
 * that a prompt or an approval is over, so an interrupt, a steer or an answer may come just after the end.
 */
export class SimulatedCore<Options> {
  readonly codec: WatchedCodec;
  readonly #setup: Setup<Options>;
  readonly #sent: string[] = [];
  readonly #hear: ((action: Action) => void) | undefined;

  /** @param hear is told every action, in order */
  constructor(adapter: AgentAdapter<Options>, transcript: Transcript, hear?: (action: Action) => void) {
    this.#hear = hear;
    this.#setup = deepFreeze(setupOf(adapter, transcript.header));
    this.codec = watchCodec(adapter.parse(transcript.header.plan), { sessionId: adapter.sessionId });
  }

  /** Lines and texts written so far. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  get gone(): boolean {
    return this.codec.state.phase === 'gone';
  }

  open(): void {
    this.#take(this.codec.open());
  }

  allows(step: Step): boolean {
    const { codec } = this;
    const { phase, promptCount } = codec.state;
    if (phase === 'gone') return false;
    const mayReachPrompt = promptCount > 0 && phase !== 'listing';
    switch (step.call) {
      case 'frame':
      case 'lost':
      case 'exit':
        return true;
      case 'prompt':
        return phase === 'ready';
      case 'models':
        return phase === 'ready' && codec.models !== undefined;
      case 'interrupt':
        return mayReachPrompt && codec.interrupt !== undefined;
      case 'steer':
        return mayReachPrompt && codec.steer !== undefined && !codec.state.knowsSteer(step.reference);
      case 'answer':
        return mayReachPrompt && codec.answer !== undefined && codec.state.waitsFor(step.id);
    }
  }

  /** Makes the call if it is allowed now, else does nothing; says which. */
  perform(step: Step): boolean {
    if (!this.allows(step)) return false;
    this.#take(performStep(this.codec, step, (text, images?: readonly Image[]) => taskOf(this.#setup, text, images)));
    return true;
  }

  #take(actions: readonly Action[]): void {
    for (const action of actions) {
      if (action.type === 'send') this.#sent.push(action.line);
      if (action.type === 'raw') this.#sent.push(action.text);
      this.#hear?.(action);
    }
  }
}

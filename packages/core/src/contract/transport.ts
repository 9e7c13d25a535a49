import type { Codec } from './codec.js';
import type { LaunchPlan } from './launch-plan.js';
import type { Setup } from './setup.js';

/** One way to drive one agent: data and pure functions. */
export interface Transport<Options = unknown> {
  /** What a caller writes as `transport`. */
  readonly name: string;

  /**
   * The process for a new session, or for `session` continued. Pure: the same setup gives a deeply equal plan. Keep out of it
   * whatever the wire can carry with the prompt.
   */
  launch(setup: Setup<Options>, session?: string): LaunchPlan;

  /** A fresh codec for a process started from this plan. Also called with no process, to read the traits off its methods. */
  codec(plan: LaunchPlan): Codec;

  /**
   * Arguments that this wire cannot honour, each with the reason (`effort: 'qwen has no command-line flag for it'`). Core refuses
   * a call that uses one before anything starts, and names the transports that can.
   */
  readonly refuses?: Readonly<Record<string, string>>;

  /** Whether a prompt may carry pictures. */
  readonly images?: boolean;

  /** Whether a new session's id is chosen by core and given at launch. Only for a wire that reads its whole prompt before it says anything. */
  readonly presetsSession?: boolean;

  /**
   * Whether the session to continue comes with the prompt ({@link Task.session}) and not with the plan, so that a waiting process
   * fits a new session and every old one. `launch` then gives the same plan with a session as without.
   */
  readonly resumesByPrompt?: boolean;
}

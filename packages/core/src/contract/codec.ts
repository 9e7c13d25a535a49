import type { Action } from './event.js';
import type { Exit } from './failure.js';
import type { Task } from './setup.js';

/**
 * One process's wire as a synchronous state machine: it is fed one frame at a time and answers with an ordered list of actions.
 * No clock, no promise, no I/O, no throw: what it cannot read becomes an `unknown` event or a notice.
 *
 * The optional methods are the transport's traits: a method that is there is a promise, one that is not there is a no.
 */
export interface Codec {
  /** Called once, after the start: the handshake's first frames, or `ready` at once where the wire has none. */
  open(): readonly Action[];

  /** One whole line from stdout, without its LF (and without a CR before it). */
  frame(line: string): readonly Action[];

  /** A line longer than core's limit was dropped; `head` is its beginning. If it may have been the prompt's end, settle, and completed only if the head says so. */
  lost(head: string): readonly Action[];

  /** Start one prompt. Called only when ready and settled. */
  prompt(task: Task): readonly Action[];

  /** The process is gone: settle a running prompt or a failed handshake with a class, or return nothing and core names the exit. */
  exit(exit: Exit): readonly Action[];

  /**
   * Stop the running prompt, and hold the stop back while it would hit nothing (the agent has not begun yet). May be called twice.
   * Absent: core begins with signals.
   */
  interrupt?(): readonly Action[];

  /** Put text into the running prompt; every reference gets its fate in a `steer` event before `settled`. Absent: core interrupts, and prompts again. */
  steer?(reference: string, text: string): readonly Action[];

  /** Answer an approval. `reason` reaches the agent where its wire has room for one. Absent: this wire never asks. */
  answer?(id: string, allow: boolean, reason: string): readonly Action[];

  /** Ask for the models, with no prompt. Called when ready. Absent: this wire cannot. */
  models?(): readonly Action[];
}

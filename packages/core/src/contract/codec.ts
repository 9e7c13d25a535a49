import type { Action } from './event.js';
import type { Exit } from './failure.js';
import type { Task } from './setup.js';

/**
 * One process's wire as a synchronous state machine: it is fed one frame at a time and answers with an ordered list of actions.
 * No clock, no promise, no I/O, no throw: what it cannot read becomes an `unknown` event or a notice.
 *
 * The optional methods are the transport's traits: a method that is there is a promise, one that is not there is a no.
 *
 * What holds over all methods, and is checked by the invariants of `@agentmount/core/testing`:
 * - Core carries the actions out later than they are made. So `interrupt`, `steer` and `answer` may come just after a prompt has
 *   settled: they write nothing then, and the steer is `missed` at once. Before the first prompt they are never called.
 * - The `ready` after a `settled` stands in the same list; after `settled` the list holds nothing else of that prompt. After
 *   `models` the process is still ready.
 * - Approvals come only inside a prompt, and all of them are answered or withdrawn before it settles; a request outside a prompt is
 *   refused on the wire. What was answered is not withdrawn.
 * - Tokens and round trips are whole numbers of at least 0. A failure's message and remedy are one line each.
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

  /** The process is gone; the last call. Settle a running prompt or a failed handshake with a class, or return nothing and core names the exit; beside that only the fate of steers, withdrawals and notices. */
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

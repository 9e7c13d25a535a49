import { type ProcessTable, processTable } from './process-table.js';
import type { ProcessTree, TreeLook } from './process-tree.js';

/** Shortest time between two looks, ms. */
const SHORTEST = 1_000;
/** Longest, ms: reading `/proc` is cheap even where a busy machine makes it slow; starting a program to do it is not. */
const LONGEST = process.platform === 'linux' ? 2_000 : 30_000;
/** In between, a look that takes long is made so much more rarely: at most 5 % of the time. */
const REST = 19;

/**
 * Looks at the process table now and then while processes run, so that a descendant is remembered before its parent dies. One look
 * serves all trees, and the timer keeps nothing alive.
 */
export class TreeWatch {
  readonly #table: ProcessTable;
  readonly #trees = new Map<ProcessTree, (look: TreeLook) => void>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(table: ProcessTable) {
    this.#table = table;
  }

  /** Watches a tree; `onLook` is told what each look found. Returns the way to stop that. */
  add(tree: ProcessTree, onLook: (look: TreeLook) => void): () => void {
    this.#trees.set(tree, onLook);
    this.#schedule(SHORTEST);
    return () => {
      this.#trees.delete(tree);
      if (this.#trees.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #schedule(wait: number): void {
    if (this.#timer || this.#looking || this.#trees.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), wait);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    this.#looking = true;
    const started = performance.now();
    const entries = await this.#table.list();
    for (const [tree, onLook] of this.#trees) onLook(tree.remember(entries, started));
    this.#looking = false;
    this.#schedule(Math.min(LONGEST, Math.max(SHORTEST, (performance.now() - started) * REST)));
  }
}

let shared: TreeWatch | undefined;

/** The one watch of this server. */
export function sharedTreeWatch(): TreeWatch {
  shared ??= new TreeWatch(processTable());
  return shared;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { EndOptions } from './agent-process.js';
import { endTree } from './end-tree.js';
import type { ProcessTable } from './process-table.js';
import type { ProcessTree } from './process-tree.js';
import type { Survivor } from './survivor.js';

/** Most that descendants outside the process's own session get between SIGTERM and SIGKILL, ms. */
const SWEEP_GRACE = 1_000;
/** Pause between two checks of a condition, ms. */
const PAUSE = 20;

/** What the ladder needs to know of the process it ends. */
export interface EndTarget {
  readonly tree: ProcessTree;
  readonly table: ProcessTable;
  /** Whether the process itself has exited; its descendants may live. */
  hasExited(): boolean;
  closeInput(): void;
}

/** The way from a closed stdin over SIGTERM and SIGKILL to the sweep. Every further call of {@link end} can only make it shorter. */
export class ProcessEnd {
  readonly #target: EndTarget;
  #begun = 0;
  #times: EndOptions | undefined;
  #result: Promise<readonly Survivor[]> | undefined;

  constructor(target: EndTarget) {
    this.#target = target;
  }

  end(options: EndOptions): Promise<readonly Survivor[]> {
    if (this.#result && this.#times) {
      const elapsed = performance.now() - this.#begun;
      this.#times = {
        politeMs: Math.min(this.#times.politeMs, elapsed + options.politeMs),
        killGraceMs: Math.min(this.#times.killGraceMs, options.killGraceMs),
      };
      return this.#result;
    }
    this.#begun = performance.now();
    this.#times = options;
    this.#result = this.#run();
    return this.#result;
  }

  async #run(): Promise<readonly Survivor[]> {
    const { tree, table, hasExited, closeInput } = this.#target;
    closeInput();
    while (!hasExited() && performance.now() < this.#begun + (this.#times?.politeMs ?? 0)) await delay(PAUSE);
    // Windows has no softer signal: there the sweep ends the process.
    if (!hasExited() && process.platform !== 'win32') {
      // While the tree still hangs together its members are remembered, whatever they make of the signals.
      await tree.find(table);
      await table.signalGroup(tree.root, 'SIGTERM');
      const asked = performance.now();
      while (performance.now() < asked + (this.#times?.killGraceMs ?? 0)) {
        // The agent has ended its own tools more gently than we could; what shares its group may still be at it.
        if (hasExited() && (await this.#groupIsGone())) break;
        await delay(PAUSE);
      }
      if (!hasExited()) await table.signalGroup(tree.root, 'SIGKILL');
    }
    return endTree(tree, table, Math.min(SWEEP_GRACE, this.#times?.killGraceMs ?? 0));
  }

  async #groupIsGone(): Promise<boolean> {
    const { members } = await this.#target.tree.find(this.#target.table);
    return !members.some((entry) => entry.group === this.#target.tree.root);
  }
}

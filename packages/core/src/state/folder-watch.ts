import { type FSWatcher, watch } from 'node:fs';

/** Changes come in bursts, and one look answers all of them, ms. */
const GATHER_MS = 25;

/**
 * Calls back soon after something in a folder has changed, and every `pollMs` in any case: a server that dies changes
 * no file, and network file systems tell nothing of other machines' changes. Starts and stops as often as needed.
 */
export class FolderWatch {
  readonly #pollMs: number;
  readonly #callback: () => void;
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(pollMs: number, callback: () => void) {
    this.#pollMs = pollMs;
    this.#callback = callback;
  }

  /** Begins, if it is not on. What has changed before is not told. */
  start(path: string): void {
    this.#poll ??= setInterval(this.#callback, this.#pollMs);
    if (this.#watcher) return;
    try {
      this.#watcher = watch(path, { persistent: false }, () => this.#gather());
      this.#watcher.on('error', () => this.#unwatch());
    } catch {
      // No watches left, or no such folder: the poll goes on, and the next start tries again.
      this.#watcher = undefined;
    }
  }

  stop(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#soon);
    this.#poll = undefined;
    this.#soon = undefined;
    this.#unwatch();
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #gather(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#callback();
    }, GATHER_MS);
  }
}

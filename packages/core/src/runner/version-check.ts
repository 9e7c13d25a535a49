import type { AgentAdapter } from '../contract/adapter.js';
import type { Launcher } from './launcher.js';
import { isTestedVersion } from './tested-version.js';

/**
 * Asks the agent for its version, beside the first turn, and says in the first report when the adapter was not tested with it. The
 * question ends with the turns: nothing of the agent's is left running between them. An agent that does not tell its version gives no
 * warning: the turn itself shows whether they fit.
 */
export class VersionCheck {
  readonly #adapter: AgentAdapter;
  readonly #launcher: Launcher;
  #asked = false;
  #closed = false;
  #question: { readonly over: Promise<void>; readonly end: AbortController } | undefined;
  #warning: string | undefined;

  constructor(adapter: AgentAdapter, launcher: Launcher) {
    this.#adapter = adapter;
    this.#launcher = launcher;
  }

  /** A turn has begun. */
  begin(): void {
    if (this.#closed || this.#asked || this.#question) return;
    const end = new AbortController();
    const over = this.#ask(end.signal).finally(() => {
      this.#question = undefined;
    });
    this.#question = { over, end };
  }

  /** No turn is left. Resolves when nothing of it runs; what was cut short is asked again with the next turn. */
  async pause(): Promise<void> {
    this.#question?.end.abort();
    await this.#question?.over;
  }

  /** Resolves when nothing of it runs, for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.pause();
  }

  /** The warning, once. */
  takeWarnings(): readonly string[] {
    if (this.#warning === undefined) return [];
    const warning = this.#warning;
    this.#warning = undefined;
    return [warning];
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { executable, title } = this.#adapter;
    const version = await this.#launcher.version(signal).catch(() => undefined);
    this.#asked = version !== undefined || !signal.aborted;
    if (version === undefined) return;
    const { from, below } = executable.tested;
    if (isTestedVersion(version, executable.tested)) return;
    this.#warning = `${title} ${version} is outside the versions this was tested with (${from} up to below ${below}); if something looks wrong, suspect that first`;
  }
}

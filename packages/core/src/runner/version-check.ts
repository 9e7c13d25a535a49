import type { AgentAdapter } from '../contract/adapter.js';
import type { Launcher } from './launcher.js';

/**
 * Asks the agent once for its version, beside the first turn, and says in the first report when the adapter was not tested with it.
 * An agent that does not tell its version gives no warning: the turn itself shows whether they fit.
 */
export class VersionCheck {
  readonly #adapter: AgentAdapter;
  readonly #launcher: Launcher;
  readonly #closing = new AbortController();
  #asked: Promise<void> | undefined;
  #warning: string | undefined;

  constructor(adapter: AgentAdapter, launcher: Launcher) {
    this.#adapter = adapter;
    this.#launcher = launcher;
  }

  begin(): void {
    if (this.#closing.signal.aborted) return;
    this.#asked ??= this.#ask();
  }

  /** Resolves when nothing of it runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#asked;
  }

  /** The warning, once. */
  takeWarnings(): readonly string[] {
    if (this.#warning === undefined) return [];
    const warning = this.#warning;
    this.#warning = undefined;
    return [warning];
  }

  async #ask(): Promise<void> {
    const { executable, title } = this.#adapter;
    const version = await this.#launcher.version(this.#closing.signal).catch(() => undefined);
    const { from, below } = executable.tested;
    if (version === undefined || (compareVersions(version, from) >= 0 && compareVersions(version, below) < 0)) return;
    this.#warning = `${title} ${version} is outside the versions this was tested with (${from} up to below ${below}); if something looks wrong, suspect that first`;
  }
}

/** Compares two dotted versions by their numbers; a pre-release counts as its release. */
export function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => version.split('-')[0]?.split('.').map(Number) ?? [];
  const left = numbers(a);
  const right = numbers(b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

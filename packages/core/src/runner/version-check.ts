import type { AgentAdapter } from '../contract/adapter.js';
import type { Launcher } from './launcher.js';

/**
 * Asks the agent once for its version, beside the first turn, and says in the first report when the adapter was not tested with it.
 * An agent that does not tell its version gives no warning: the turn itself shows whether they fit.
 */
export class VersionCheck {
  readonly #adapter: AgentAdapter;
  readonly #launcher: Launcher;
  #begun = false;
  #warning: string | undefined;

  constructor(adapter: AgentAdapter, launcher: Launcher) {
    this.#adapter = adapter;
    this.#launcher = launcher;
  }

  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    void this.#launcher.version().then(
      (version) => {
        const { from, below } = this.#adapter.executable.tested;
        if (version === undefined || (compareVersions(version, from) >= 0 && compareVersions(version, below) < 0))
          return;
        this.#warning = `${this.#adapter.title} ${version} is outside the versions this was tested with (${from} up to below ${below}); if something looks wrong, suspect that first`;
      },
      () => undefined,
    );
  }

  /** The warning, once. */
  takeWarnings(): readonly string[] {
    if (this.#warning === undefined) return [];
    const warning = this.#warning;
    this.#warning = undefined;
    return [warning];
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

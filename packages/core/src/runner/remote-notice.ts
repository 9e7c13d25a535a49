import type { Settings } from './settings.js';

/** Says once, in the first report, what does not hold for an agent on another machine. */
export class RemoteNotice {
  #text: string | undefined;

  /** `title` is the agent's name for people, `variablePrefix` the beginning of the settings' names. */
  constructor({ wrapKind }: Pick<Settings, 'wrapKind'>, title: string, variablePrefix: string) {
    if (wrapKind !== 'remote') return;
    this.#text = `${title} runs on another machine (${variablePrefix}WRAP_KIND is remote): its version is not checked, its session files are not read, no process waits there for the next turn, and what a turn leaves running there is ended some seconds after its connection, which this report does not wait for`;
  }

  /** The warning, once. */
  takeWarnings(): readonly string[] {
    const text = this.#text;
    this.#text = undefined;
    return text === undefined ? [] : [text];
  }
}

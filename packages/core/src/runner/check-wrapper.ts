import { basename } from 'node:path';
import { Refusal } from './refusal.js';
import type { Settings } from './settings.js';

/** Programs that join their words into one line, which a shell on another machine reads. */
const REMOTE_SHELLS = ['ssh', 'autossh', 'rsh', 'dbclient'];

/** Throws a {@link Refusal} `executable` where the wrapper and its kind cannot be meant together. */
export function checkWrapper({ wrap, wrapKind }: Pick<Settings, 'wrap' | 'wrapKind'>, variablePrefix: string): void {
  const [first] = wrap;
  const words = `${variablePrefix}WRAP`;
  const kind = `${variablePrefix}WRAP_KIND`;
  if (wrapKind === 'remote' && first === undefined) {
    throw new Refusal(
      'executable',
      `${kind} is remote, but ${words} is not set: set it to what reaches the other machine, for example "ssh host"`,
    );
  }
  if (wrapKind === 'local' && first !== undefined && REMOTE_SHELLS.includes(basename(first))) {
    throw new Refusal(
      'executable',
      `${words} begins with ${basename(first)}, but ${kind} is not remote: a shell on the other machine would read the agent's arguments as its own; set ${kind}=remote`,
    );
  }
}

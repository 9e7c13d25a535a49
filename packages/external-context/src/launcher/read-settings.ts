import { LaunchError } from './launch-error.js';
import { parseSettings } from './parse-settings.js';
import { readPersonsFile } from './read-persons-file.js';

/**
 * The content of a JSON file that the person may own, or undefined when there is no such file.
 * @param what names the file in a message
 * @throws LaunchError `settings` when the file is there and cannot be understood, since then nothing is known of it
 */
export function readSettings(path: string, what: string): unknown {
  const file = readPersonsFile(path);
  if (file.kind === 'missing') return undefined;
  try {
    if (file.kind === 'text') return parseSettings(file.text);
  } catch {
    // The same message as for what is no file.
  }
  throw new LaunchError(
    'settings',
    `${what} must be a readable JSON file of at most 1 MiB, so that it can be checked: correct it.`,
  );
}

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the Node.js that this workspace pins, or of the one that runs now where none is installed. */
export function nodeFolder(): string {
  const bin = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'node_modules', '.bin', 'node');
  return dirname(existsSync(bin) ? realpathSync(bin) : process.execPath);
}

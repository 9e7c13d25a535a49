import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let copies: string | undefined;

/**
 * A copy of a built program as it is now: a run takes long, and what is built meanwhile must not change what is measured. All copies are
 * removed when this process exits.
 * @param program folder of the program in `packages`
 * @returns the file to start with Node.js @throws what copying throws, when the program is not built
 */
export function builtServer(program: string): string {
  copies ??= makeFolder();
  const source = (name: string) => fileURLToPath(new URL(`../../packages/${program}/${name}`, import.meta.url));
  const place = join(copies, program);
  mkdirSync(place);
  cpSync(source('package.json'), join(place, 'package.json'));
  cpSync(source('dist'), join(place, 'dist'), { recursive: true });
  return join(place, 'dist', 'cli.js');
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentmount-bench-servers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

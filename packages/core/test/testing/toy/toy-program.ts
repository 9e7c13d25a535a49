import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOY_AGENT = fileURLToPath(new URL('./toy-agent.ts', import.meta.url));

/** Puts the toy agent into a folder as a program; returns its path. */
export async function writeToyProgram(folder: string): Promise<string> {
  const bin = join(folder, 'toy-agent');
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${TOY_AGENT}" "$@"\n`);
  await chmod(bin, 0o755);
  return bin;
}

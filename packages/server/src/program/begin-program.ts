import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The oldest Node.js that runs the programs; also in the packages' `engines`, which npx does not enforce. */
const OLDEST = { major: 22, minor: 19 } as const;

/** The sentence that refuses a Node.js that is too old, for example `20.20.2`; nothing for one that will do. */
export function refusedNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined;
  return `This program needs Node.js ${OLDEST.major}.${OLDEST.minor} or newer, and was started with ${version}: install a newer one, or name its path where this program is configured.`;
}

/**
 * What a program does before it loads anything else. Ends it, with a sentence on stderr, on a Node.js that is too old. Keeps compiled code
 * between starts: half of a start is compiling what was compiled at the last one. That is kept in the person's own cache folder, because
 * Node.js takes compiled code as it is, and its default lies where others may write.
 */
export function beginProgram(): void {
  const refusal = refusedNode(process.versions.node);
  if (refusal !== undefined) {
    process.stderr.write(`${refusal}\n`);
    process.exit(1);
  }
  try {
    const { XDG_CACHE_HOME: folder } = process.env;
    module.enableCompileCache(join(folder?.startsWith('/') ? folder : join(homedir(), '.cache'), 'agentmount'));
  } catch {
    // A person without a home: every start compiles anew.
  }
}

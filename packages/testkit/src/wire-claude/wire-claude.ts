import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcesses } from '../end-processes.js';
import { nodeFolder } from '../node-folder.js';
import { createTemporaryFolder } from '../temporary-folder.js';

/** A real program that speaks the wire of claude 2.1.332, and asks no model: its prompts say what it does. */
export interface WireClaude extends AsyncDisposable {
  /** Absolute path of the program, which is called `claude`. */
  readonly bin: string;
  /** The folder that holds everything. */
  readonly directory: string;
  readonly home: string;
  /** An empty project directory. */
  readonly work: string;
  /** The whole environment for a server or the program. */
  readonly env: Readonly<Record<string, string>>;
  /** All runs so far, oldest first, without those that only told the version or were refused. */
  runs(): Promise<readonly WireClaudeRun[]>;
  /** Kills, by process id, what is left, and removes the folder. */
  dispose(): Promise<void>;
}

/** One run, as the program was started. */
export interface WireClaudeRun {
  readonly pid: number;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Writes the program, with a home of its own. claude itself is under terms that are not open, so that no test installs it: this program
 * does what was seen of it. It keeps sessions in files, which a later run continues. By a prompt's first word:
 * - `say WORDS` (and any other word) answers with them; `recall` with the prompts before it; `count` with the pictures that came along
 * - `write PATH WORDS` calls a tool that needs permission in most modes; `question` and `leave` call AskUserQuestion and ExitPlanMode
 * - `wait` works until it is interrupted; `crash` ends with code 3 in the middle of an answer
 * - `fail STATUS RETRIES` is an error of the model's API; `budget` runs out of it; `json` hands over an output that has a schema
 * - `late WORDS` is `say`, after the result of a task that ran in the background
 * With `WIRE_CLAUDE_ROOT=1` it refuses the mode that skips permissions, as claude does for root.
 */
export async function wireClaude(options: { readonly version?: string } = {}): Promise<WireClaude> {
  const folder = await createTemporaryFolder('wire-claude');
  const { directory } = folder;
  const at = (...names: readonly string[]) => join(directory, ...names);
  for (const name of ['bin', 'home', 'work', 'tmp']) await mkdir(at(name));
  const journal = at('runs.jsonl');
  await writeFile(journal, '');
  await writeFile(at('bin', 'package.json'), '{ "type": "module" }\n');
  const program = new URL('./program/play-claude.mjs', import.meta.url).href;
  const bin = at('bin', 'claude');
  const given = JSON.stringify({ journal, version: options.version ?? '2.1.332' });
  await writeFile(
    bin,
    `#!${join(nodeFolder(), 'node')}\nimport { playClaude } from '${program}';\nawait playClaude(${given});\n`,
  );
  await chmod(bin, 0o755);
  const dispose = async () => {
    await endProcesses({ commandIncludes: directory });
    await folder.dispose();
  };
  return {
    bin,
    directory,
    home: at('home'),
    work: at('work'),
    env: { PATH: `${at('bin')}:${nodeFolder()}:/usr/bin:/bin`, HOME: at('home'), TMPDIR: at('tmp'), LANG: 'C.UTF-8' },
    async runs() {
      const text = await readFile(journal, 'utf8');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as WireClaudeRun);
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

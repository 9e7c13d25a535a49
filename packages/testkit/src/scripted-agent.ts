import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentAction, AgentRun } from './agent-script.js';
import { endProcesses } from './end-processes.js';
import { nodeFolder } from './node-folder.js';
import { createTemporaryFolder } from './temporary-folder.js';

/** What `scriptedAgent()` takes besides the script. */
export interface ScriptedAgentOptions {
  /** File name of the program. Default `agent`. */
  readonly name?: string;
  /** What `--version` prints. Default `1.2.3`. */
  readonly version?: string;
}

/** A real program that plays a script at the process boundary. */
export interface ScriptedAgent extends AsyncDisposable {
  /** Absolute path of the program. */
  readonly bin: string;
  /** The folder that holds it; gate files may be put there. */
  readonly directory: string;
  /** All runs so far, oldest first, also those with `--version`. */
  runs(): Promise<AgentRun[]>;
  /** Makes an empty file in `directory`, which opens the gate of a `waitForFile: gate(name)`. */
  open(name: string): Promise<void>;
  /** Kills, by process id, what is left of the runs and of what they forked, and removes the folder. */
  dispose(): Promise<void>;
}

/**
 * Writes the program.
 * @param script the actions of every run; or one list for each run, the last of which serves all later ones. A function
 * gets a path maker for gate files: `({ gate }) => [{ waitForFile: gate('go') }]`.
 */
export async function scriptedAgent(
  script: AgentScript | ((paths: { gate(name: string): string }) => AgentScript),
  options: ScriptedAgentOptions = {},
): Promise<ScriptedAgent> {
  const folder = await createTemporaryFolder('scripted-agent');
  const at = (name: string) => join(folder.directory, name);
  const actions = typeof script === 'function' ? script({ gate: at }) : script;
  const runs = actions.every((entry): entry is readonly AgentAction[] => Array.isArray(entry)) ? actions : [actions];
  await writeFile(at('script.json'), JSON.stringify({ version: options.version ?? '1.2.3', runs }));
  await writeFile(at('runs.jsonl'), '');
  await writeFile(at('package.json'), '{ "type": "module" }\n');
  const bin = await writeProgram(at(options.name ?? 'agent'));
  const dispose = async () => {
    await endProcesses({ commandIncludes: folder.directory });
    await folder.dispose();
  };
  return {
    bin,
    directory: folder.directory,
    runs: async () => readRuns(await readFile(at('runs.jsonl'), 'utf8')),
    open: (name) => writeFile(at(name), ''),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** The actions of every run, or a list of actions for each run. */
export type AgentScript = readonly AgentAction[] | readonly (readonly AgentAction[])[];

async function writeProgram(path: string): Promise<string> {
  const player = new URL('./play-agent-script.ts', import.meta.url).href;
  const program = `import { playAgentScript } from '${player}';\nawait playAgentScript(import.meta.dirname);\n`;
  const node = join(nodeFolder(), process.platform === 'win32' ? 'node.exe' : 'node');
  if (process.platform === 'win32') {
    await writeFile(`${path}.mjs`, program);
    await writeFile(`${path}.cmd`, `@"${node}" "${path}.mjs" %*\r\n`);
    return `${path}.cmd`;
  }
  await writeFile(path, `#!${node}\n${program}`);
  await chmod(path, 0o755);
  return path;
}

type RunEntry = Partial<Omit<AgentRun, 'input' | 'signals' | 'forked'>> & {
  readonly pid: number;
  readonly input?: string;
  readonly signal?: string;
  readonly forked?: number;
};

function readRuns(text: string): AgentRun[] {
  const entries = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEntry);
  return entries
    .filter((entry) => entry.arguments !== undefined)
    .map((start) => {
      const own = entries.filter(({ pid }) => pid === start.pid);
      return {
        pid: start.pid,
        arguments: start.arguments ?? [],
        environment: start.environment ?? {},
        cwd: start.cwd ?? '',
        input: own.flatMap(({ input }) => (input === undefined ? [] : [input])),
        inputEnded: own.some(({ inputEnded }) => inputEnded === true),
        signals: own.flatMap(({ signal }) => (signal === undefined ? [] : [signal])),
        forked: own.flatMap(({ forked }) => (forked === undefined ? [] : [forked])),
      };
    });
}

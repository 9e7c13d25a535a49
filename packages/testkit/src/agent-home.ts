import { randomUUID } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcesses } from './end-processes.js';
import { nodeFolder } from './node-folder.js';
import { createTemporaryFolder } from './temporary-folder.js';

/** Everything that one real agent needs in order to run and to touch nothing of this machine's user. */
export interface AgentHome extends AsyncDisposable {
  /** The folder that holds all of it. */
  readonly directory: string;
  /** `HOME` of the agent. */
  readonly home: string;
  /** An empty project directory. */
  readonly work: string;
  /** The whole environment for a server or an agent; nothing is to be inherited besides. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path of the real agent, laid out as a global npm install does it: a link to the package's own program. */
  readonly bin: string;
  /** Value of `AGENTMOUNT_TEST_ID` in `env`, by which all processes that descend from it can be found. */
  readonly testId: string;
  /** Ends whatever still runs with this home's test id, by process id, and removes the folder. */
  dispose(): Promise<void>;
}

/** What differs between the agents. */
interface AgentHomeParts {
  /** Command name, such as `qwen`. */
  readonly name: string;
  /** The package's program, absolute. */
  readonly program: string;
  /** Files to write: path below the home folder, and content: text as it is, anything else as JSON. */
  readonly files: Readonly<Record<string, unknown>>;
  /** Variables beside the common ones, made from the home folder. */
  environment(home: string): Record<string, string>;
  /** The test's own variables; they win over all others. */
  readonly overrides: Readonly<Record<string, string>> | undefined;
}

/** Shared by all homes of this workspace. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url));

/** Variables without which Windows starts no program. */
const windowsNeeds = ['SystemRoot', 'ComSpec', 'PATHEXT', 'windir'];

/** Lays out a home for one agent in a new temporary folder. */
export async function createAgentHome(parts: AgentHomeParts): Promise<AgentHome> {
  const folder = await createTemporaryFolder(parts.name);
  const at = (...names: string[]) => join(folder.directory, ...names);
  const home = at('home');
  const work = at('work');
  for (const path of [home, work, at('bin'), at('tmp')]) await mkdir(path);
  for (const [path, content] of Object.entries(parts.files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(join(home, path), text);
  }
  const bin = await linkProgram(at('bin', parts.name), parts.program);
  const testId = randomUUID();
  const env = {
    ...Object.fromEntries(windowsNeeds.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    PATH: [at('bin'), nodeFolder(), '/usr/bin', '/bin'].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: at('tmp'),
    TEMP: at('tmp'),
    LANG: 'C.UTF-8',
    // A quarter of an agent's start is compiling what every start compiles.
    NODE_COMPILE_CACHE: compileCache,
    AGENTMOUNT_TEST_ID: testId,
    ...parts.environment(home),
    ...parts.overrides,
  };
  const dispose = async () => {
    await endProcesses(testId);
    await folder.dispose();
  };
  return { directory: folder.directory, home, work, env, bin, testId, dispose, [Symbol.asyncDispose]: dispose };
}

async function linkProgram(path: string, program: string): Promise<string> {
  if (process.platform !== 'win32') {
    await symlink(program, path);
    return path;
  }
  await writeFile(`${path}.cmd`, `@node "${program}" %*\r\n`);
  return `${path}.cmd`;
}

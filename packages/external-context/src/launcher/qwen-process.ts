import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Which qwen, and in what environment. */
export interface QwenProgram {
  readonly nodePath: string;
  readonly qwenEntry: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
}

const VERSION_TIMEOUT_MS = 60_000;
const MOST_VERSION_CHARACTERS = 1024;

/** Signals that reach this process alone when somebody sends them by its id. */
const passedOn: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP'];
/** Signals of the terminal, which reach qwen as well: it says when it is over. */
const leftToQwen: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** What qwen says for `--version`, or undefined when it says nothing usable within a minute. */
export function qwenVersion(program: QwenProgram): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program.nodePath, [program.qwenEntry, '--version'], {
      cwd: '/',
      env: program.environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: VERSION_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, MOST_VERSION_CHARACTERS);
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 && output.trim() !== '' ? output.trim() : undefined));
  });
}

/**
 * Runs qwen on this process's terminal until it ends.
 * @param qwenArguments what follows the entry
 * @param folder working directory
 * @returns what to exit with: its exit code, or 128 and the number of the signal that ended it
 * @throws Error when it could not be started
 */
export function runQwen(program: QwenProgram, qwenArguments: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.nodePath, [program.qwenEntry, ...qwenArguments], {
      cwd: folder,
      env: program.environment,
      stdio: 'inherit',
    });
    for (const signal of passedOn) process.on(signal, () => child.kill(signal));
    for (const signal of leftToQwen) process.on(signal, () => undefined);
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

// Runs inside the scripted agent's own process, from its TypeScript source: it may import nothing but Node.js and types.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentAction, ForkOptions, LinePattern } from './agent-script.js';

/** What `script.json` beside the program holds. */
interface StoredScript {
  readonly version: string;
  readonly runs: readonly (readonly AgentAction[])[];
}

class InputEnded extends Error {}

const captured = new Map<string, unknown>([
  ['pid', process.pid],
  ['cwd', process.cwd()],
  ['uuid', randomUUID()],
]);
let folder = '';
let lines: AsyncIterator<string> | undefined;

/** Plays the script in `directory`, records what it is given, and ends the process. */
export async function playAgentScript(directory: string): Promise<void> {
  folder = directory;
  const script = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8')) as StoredScript;
  record({ arguments: process.argv.slice(2), environment: process.env, cwd: process.cwd() });
  if (process.argv.includes('--version')) {
    process.stdout.write(`${script.version}\n`);
    return;
  }
  const run = Math.min(claimRunNumber(), script.runs.length - 1);
  await playUntilInputEnds([...(script.runs[run] ?? []), { exit: 0 }]);
  process.exit(0);
}

function record(entry: object): void {
  appendFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
}

/** The count of runs before this one; two processes never get the same number. */
function claimRunNumber(): number {
  for (let number = 0; ; number += 1) {
    try {
      closeSync(openSync(join(folder, `run-${number}`), 'wx'));
      return number;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function play(actions: readonly AgentAction[]): Promise<void> {
  for (const action of actions) await playOne(action);
}

async function playOne(action: AgentAction): Promise<void> {
  if ('expect' in action) return expectLine(action.expect, action.capture ?? {});
  if ('say' in action) {
    const filled = fill(action.say);
    return write(`${typeof filled === 'string' ? filled : JSON.stringify(filled)}\n`);
  }
  if ('write' in action) return write(String(fill(action.write)));
  if ('writeBytes' in action) return write(Buffer.from(action.writeBytes, 'base64'));
  if ('stderr' in action) return write(String(fill(action.stderr)), process.stderr);
  if ('waitForFile' in action) return waitForFile(String(fill(action.waitForFile)));
  if ('touch' in action) return writeFileSync(String(fill(action.touch)), '');
  if ('fork' in action) return fork(action.fork);
  if ('onSignal' in action) {
    process.on(action.onSignal, () => {
      record({ signal: action.onSignal });
      void play(action.do);
    });
    return;
  }
  if ('flood' in action) return flood(action.flood.bytes, action.flood.lineBytes);
  if ('untilInputEnds' in action) return playUntilInputEnds(action.untilInputEnds);
  if ('waitForInputEnd' in action) {
    while ((await nextLine()) !== undefined);
    return;
  }
  if ('closeOutput' in action) {
    process.stdout.destroy();
    closeSync(1);
    return;
  }
  if ('hang' in action) {
    for (;;) await delay(60_000);
  }
  if ('exit' in action) process.exit(action.exit);
  process.kill(process.pid, action.die);
  for (;;) await delay(60_000);
}

async function playUntilInputEnds(actions: readonly AgentAction[]): Promise<void> {
  try {
    for (;;) await play(actions);
  } catch (error) {
    if (!(error instanceof InputEnded)) throw error;
  }
}

async function* readLines(): AsyncGenerator<string> {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const data of process.stdin) {
    const parts = (rest + data).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

async function nextLine(): Promise<string | undefined> {
  lines ??= readLines();
  const { value, done } = await lines.next();
  if (done === true) {
    record({ inputEnded: true });
    return undefined;
  }
  record({ input: value });
  return value;
}

async function expectLine(pattern: LinePattern, capture: Readonly<Record<string, string>>): Promise<void> {
  for (;;) {
    const line = await nextLine();
    if (line === undefined) throw new InputEnded();
    const json = parse(line);
    const fits =
      typeof pattern === 'string'
        ? line.includes(String(fill(pattern)))
        : Object.entries(pattern).every(
            ([path, value]) => JSON.stringify(at(json, path)) === JSON.stringify(fill(value)),
          );
    if (!fits) continue;
    for (const [name, path] of Object.entries(capture)) captured.set(name, at(json, path));
    return;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

function fill(value: unknown): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && captured.has(whole)) return captured.get(whole);
    return value.replaceAll(/\{(\w+)\}/g, (text, name) => (captured.has(name) ? String(captured.get(name)) : text));
  }
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
}

function write(data: string | Uint8Array, stream: NodeJS.WriteStream = process.stdout): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

async function waitForFile(path: string): Promise<void> {
  while (!existsSync(path)) await delay(10);
}

async function flood(bytes: number, lineBytes: number): Promise<void> {
  const piece = 'x'.repeat(65_536);
  for (let written = 0, number = 0; written < bytes; written += lineBytes, number += 1) {
    const head = `{"type":"noise","number":${number},"data":"`;
    const tail = '"}\n';
    await write(head);
    for (let missing = lineBytes - head.length - tail.length; missing > 0; missing -= piece.length) {
      await write(piece.slice(0, missing));
    }
    await write(tail);
  }
}

async function fork(options: ForkOptions): Promise<void> {
  const mark = join(folder, `forked-${randomUUID()}`);
  const ignore = options.ignoreSigterm === true ? 'process.on("SIGTERM",()=>{});' : '';
  const sleeper = `${ignore}require("fs").writeFileSync(process.argv[1],String(process.pid));setTimeout(()=>{},600000)`;
  const stdio = options.holdOutput === true ? 'inherit' : 'ignore';
  const how = { stdio: ['ignore', stdio, stdio], detached: options.as !== 'group' } as const;
  const env = options.clearEnvironment === true ? {} : process.env;
  const middle = `require("child_process").spawn(process.execPath,["-e",process.argv[1],process.argv[2]],{stdio:["ignore","inherit","inherit"],detached:true}).unref()`;
  const code = options.as === 'daemon' ? ['-e', middle, sleeper, mark] : ['-e', sleeper, mark];
  spawn(process.execPath, code, { ...how, stdio: [...how.stdio], env }).unref();
  // The file is there before its content is.
  while (!existsSync(mark) || readFileSync(mark, 'utf8') === '') await delay(10);
  record({ forked: Number(readFileSync(mark, 'utf8')) });
}

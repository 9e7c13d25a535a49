/** Draws docs/terminal-session.svg: the program for people, run for real on the real qwen, whose model is scripted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createQwenHome, hold, startScriptedModel, tool, waitFor } from '@agentmount/testkit';
import { type TerminalLine, terminalPicture } from './terminal-picture.ts';

const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'packages', 'agentmount', 'dist', 'cli.js');
const picture = join(root, 'docs', 'terminal-session.svg');
const TASK = 'find out which of the two parsers is faster';

interface Ran {
  readonly child: ChildProcess;
  /** Everything that stood on the screen so far. */
  shown(): string;
  /** Rejects unless the program ends well. */
  readonly over: Promise<string>;
}

await using model = await startScriptedModel();
await using home = await createQwenHome({ model });
const lines: TerminalLine[] = [];

const held = hold({ firstWords: 'The second one: ', rest: 'it scans each byte once.' });
model.script(TASK, [
  tool('run_shell_command', { command: 'wc -l *.ts', description: 'Count the lines', is_background: false }),
  held,
]);

add(['doctor', 'qwen'], await start(['doctor', 'qwen']).over);
const run = start(['run', 'qwen', TASK]);
await waitFor(() => /1 tool call/.test(run.shown()), { what: 'the tool to run', timeoutMs: 120_000 });
const running = await start(['running']).over;
held.release();
add(['run', 'qwen', `"${TASK}"`], await run.over);
say('# meanwhile, in another terminal', 'dim');
add(['running'], running);
add(['sessions'], await start(['sessions']).over);
await writeFile(picture, terminalPicture('agentmount', lines));
console.log('written: docs/terminal-session.svg');

function start(args: readonly string[]): Ran {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home.work,
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (shown += data.toString()));
  const over = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(shown);
      else reject(new Error(`agentmount ${args.join(' ')} ended with ${code}:\n${shown}`));
    });
  });
  return { child, shown: () => shown, over };
}

function add(args: readonly string[], output: string): void {
  if (lines.length > 0) say('');
  say(`$ agentmount ${args.join(' ')}`, 'bright');
  // Where the throw-away home lies differs from run to run and says nothing.
  const plain = output
    .replaceAll(join(home.directory, 'bin'), '/usr/local/bin')
    .replaceAll(home.work, '/home/person/project')
    .replaceAll(home.home, '/home/person')
    .replaceAll(home.directory, '/home/person');
  for (const line of plain.trimEnd().split('\n')) say(line, toneOf(line));
}

function say(line: string, tone?: TerminalLine['tone']): void {
  lines.push({ text: line, ...(tone === undefined ? {} : { tone }) });
}

function toneOf(line: string): TerminalLine['tone'] {
  if (/^qwen: (?:queued|starting|running|finishing|ended)/.test(line)) return 'dim';
  return line.startsWith('The second one') ? 'accent' : undefined;
}

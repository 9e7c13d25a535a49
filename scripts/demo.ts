/**
 * The main job, run for real: an MCP client calls `qwen`, the server starts the real Qwen Code, and the report comes back.
 *
 * Without arguments Qwen Code runs on a scripted model on loopback, in a home and a project folder of its own: no account, no
 * tokens, nothing of yours is touched. With `--live` it is your own `qwen` on the PATH with your own model account; the project
 * folder is still a throw-away one.
 */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  connectClient,
  createQwenHome,
  createTemporaryFolder,
  expectNoProcesses,
  startScriptedModel,
  text,
  tool,
} from '@agentmount/testkit';

const SERVER = fileURLToPath(new URL('../packages/qwen-cli-mcp/dist/cli.js', import.meta.url));
const PROMPT =
  'Write the file greeting.txt with one line of greeting, then count its words with wc and tell me the number.';

const live = process.argv.includes('--live');
const began = performance.now();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function at(): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`.padStart(7);
}

/** Calls the tool as a host does and prints what a person would see. */
async function delegate(env: Record<string, string>, work: string): Promise<void> {
  await using client = await connectClient({ sdk: '2.x', command: process.execPath, args: [SERVER], env, cwd: work });
  say(`${at()}  connected to ${client.serverInfo?.name} ${client.serverInfo?.version} over stdio`);
  const tools = await client.listTools();
  say(`${at()}  tools: ${tools.map((one) => one.name).join(', ')}`);
  say(`${at()}  calling qwen({ prompt: ${JSON.stringify(PROMPT)}, cwd: ${JSON.stringify(work)} })\n`);
  const result = await client.call(
    'qwen',
    { prompt: PROMPT, cwd: work, wait_ms: 600_000 },
    { timeoutMs: 600_000, onProgress: (notice) => say(`${at()}  progress: ${notice.message ?? notice.progress}`) },
  );
  say(`\n${at()}  ${result.isError ? 'the call failed' : 'the report'}:\n`);
  say(result.text.replace(/^/gm, '    '));
  if (result.isError) throw new Error('the delegated task failed; the report above says why and how to go on');
  const greeting = await readFile(join(work, 'greeting.txt'), 'utf8');
  say(`\n${at()}  greeting.txt really holds: ${JSON.stringify(greeting)}`);
}

async function onScriptedModel(): Promise<void> {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  model.script(PROMPT, [
    tool('write_file', { file_path: join(home.work, 'greeting.txt'), content: 'Hello from a delegated task.\n' }),
    tool('run_shell_command', { command: 'wc -w greeting.txt', description: 'Count the words' }),
    (request) =>
      text(
        `greeting.txt is written. It has ${/\d+/.exec(request.toolResults.at(-1) ?? '')?.[0] ?? 'an unknown number of'} words.`,
      ),
  ]);
  say(`${at()}  the real Qwen Code on a scripted model at ${model.url}; nothing of yours is used`);
  await delegate({ ...home.env }, home.work);
  await expectNoProcesses(home, { withinMs: 10_000 });
  say(`${at()}  nothing of it is left running`);
}

async function onOwnAccount(): Promise<void> {
  await using folder = await createTemporaryFolder();
  say(`${at()}  your own qwen with your own model account, in the empty folder ${folder.directory}`);
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  await delegate({ ...env, QWEN_MCP_STATE: join(folder.directory, '.state', 'sessions.json') }, folder.directory);
}

say(`\nagentmount demo${live ? ' (live)' : ''}: one task delegated over MCP (${tmpdir()} holds whatever it writes)\n`);
await (live ? onOwnAccount() : onScriptedModel());
say('\nTo use it from your own MCP host, see "Use it" in README.md.');

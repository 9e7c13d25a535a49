import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  installedProgram,
  startLineProcess,
  startScriptedModel,
} from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { qwenAgent } from '../qwen-agent.js';

const claude = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'claude'))
  .find((path) => existsSync(path));

/** Runs a program in a home to its end. @returns everything it wrote */
async function run(home: AgentHome, command: string, args: readonly string[]): Promise<string> {
  const env = { ...home.env, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  await using started = await startLineProcess({ command, args, env, cwd: home.work });
  started.endInput();
  const { code } = await started.waitForExit();
  await started.outputEnded;
  const written = `${started.lines.join('\n')}\n${started.stderr()}`;
  expect(code, written).toBe(0);
  return written;
}

/** A home in which the built program has written itself into a host's file. */
async function written(host: string, before?: { readonly path: string; readonly text: string }) {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startScriptedModel());
  const home = stack.use(await createQwenHome({ model }));
  if (before !== undefined) {
    const path = join(home.home, before.path);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, before.text);
  }
  await run(home, process.execPath, [qwenAgent.program, 'hosts', host, '--write']);
  const kept = stack.move();
  return { home, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

it('Codex reads what was written for it, beside what was there', async () => {
  const text = '# mine\nmodel = "o9"\n\n[mcp_servers.other]\ncommand = "other"\n';
  await using place = await written('codex', { path: '.codex/config.toml', text });
  const codex = installedProgram('@openai/codex', 'codex');
  const own = JSON.parse(await run(place.home, process.execPath, [codex, 'mcp', 'get', 'qwen', '--json']));
  expect(own).toMatchObject({
    name: 'qwen',
    enabled: true,
    transport: { type: 'stdio', command: process.execPath, args: [qwenAgent.program] },
    startup_timeout_sec: 60,
    tool_timeout_sec: 3600,
  });
  const all = JSON.parse(await run(place.home, process.execPath, [codex, 'mcp', 'list', '--json']));
  expect(all.map(({ name }: { name: string }) => name)).toEqual(['other', 'qwen']);
});

it('Gemini CLI reads what was written for it, and connects', async () => {
  const text = '{\n  // mine\n  "general": { "enableAutoUpdate": false }\n}\n';
  await using place = await written('gemini', { path: '.gemini/settings.json', text });
  const gemini = installedProgram('@google/gemini-cli', 'gemini');
  expect(await run(place.home, process.execPath, [gemini, 'mcp', 'list'])).toMatch(/qwen: .*cli\.js.*Connected/);
});

it.skipIf(claude === undefined)('Claude Code reads what was written for it, and connects', async () => {
  await using place = await written('claude-code');
  expect(await run(place.home, claude ?? '', ['mcp', 'list'])).toMatch(/qwen: .*cli\.js.*Connected/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectClient, createTemporaryFolder } from '@agentmount/testkit';
import { expect, test } from 'vitest';
import { mountAdapter, type ServerSettings } from '../../../packages/server/src/index.ts';
import { configurations, firstColumn, marked } from '../../../packages/testkit/src/scenarios/readme-parts.ts';
import { anyAdapter, withPlaceholder } from '../../docs/any-adapter.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the configuration in the README starts a server', async () => {
  const [found, ...others] = configurations(readme);
  expect(others).toEqual([]);
  await using home = await createTemporaryFolder();
  await using client = await connectClient({
    sdk: '1.x',
    command: process.execPath,
    args: (found?.args ?? []).map((arg) => arg.replace(/^\/absolute\/path\/to\/agentmount(?=\/)/, root)),
    env: { PATH: process.env.PATH ?? '', HOME: home.directory },
    cwd: home.directory,
  });
  expect(client.serverInfo?.name).toBe('qwen-cli-mcp');
});

test('the tools in the README are those of every adapter', () => {
  const createRunner = () => Promise.reject(new Error('nothing is called'));
  const { tools } = mountAdapter({ adapter: anyAdapter, settings: {} as ServerSettings, createRunner });
  expect(firstColumn(marked(readme, 'tools'))).toEqual(tools.map(({ name }) => withPlaceholder(name)));
});

test('the picture is one of a run that gave an answer and left nothing', () => {
  const picture = readFileSync(join(root, 'docs', 'demo.svg'), 'utf8');
  expect(readme).toContain('](docs/demo.svg)');
  for (const words of ['calling qwen(', '[session: ', 'qwen wrote: greeting.txt', 'nothing of it is left running']) {
    expect(picture).toContain(words);
  }
});

test('the terminal session in the program’s README is one of a run that went well', () => {
  const page = readFileSync(join(root, 'packages', 'agentmount', 'README.md'), 'utf8');
  const picture = readFileSync(join(root, 'docs', 'terminal-session.svg'), 'utf8');
  expect(page).toContain('/docs/terminal-session.svg)');
  for (const words of [
    '$ agentmount doctor',
    '$ agentmount run',
    '$ agentmount running',
    'To continue: ',
    'running  ',
  ]) {
    expect(picture).toContain(words);
  }
  expect(picture).not.toMatch(/problem|node:internal/);
});

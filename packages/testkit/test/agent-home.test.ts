import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPiHome, createQwenHome, createTemporaryFolder, processesWith, startLineProcess } from '../src/index.js';

const model = { baseUrl: 'http://127.0.0.1:9/v1' };

test.each([
  ['qwen', createQwenHome, '0.24.4'],
  ['pi', createPiHome, '1.6.0'],
] as const)('%s: the real program runs by its name, with nothing of this machine', async (name, create, version) => {
  await using home = await create({ model, env: { EXTRA: 'x' } });
  await using run = await startLineProcess({
    command: 'sh',
    args: ['-c', `command -v ${name}; ${name} --version; node --version; env`],
    env: home.env,
    cwd: home.work,
  });
  run.endInput();
  await run.waitForExit();
  await run.outputEnded;
  const [path, printed, node, ...environment] = run.lines;
  expect([path, printed]).toEqual([home.bin, version]);
  expect(node).toMatch(/^v24\./);
  const added = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  const names = environment.map((line) => line.slice(0, line.indexOf('='))).filter((each) => !added.includes(each));
  expect(names.sort()).toEqual(Object.keys(home.env).sort());
  expect(home.env).toMatchObject({ EXTRA: 'x', HOME: home.home, AGENTMOUNT_TEST_ID: home.testId });
  expect(home.env.HOME).toMatch(new RegExp(`^${home.directory}/`));
});

test('settings can be replaced by their top-level fields', async () => {
  await using qwen = await createQwenHome({ model, settings: { model: { name: 'fake-2' } } });
  const settings = JSON.parse(await readFile(join(qwen.home, '.qwen/settings.json'), 'utf8'));
  expect(settings).toMatchObject({ model: { name: 'fake-2' }, security: { auth: { selectedType: 'openai' } } });
  expect(settings.modelProviders.openai.map(({ id, baseUrl }: Record<string, string>) => [id, baseUrl])).toEqual([
    ['fake-1', model.baseUrl],
    ['fake-2', model.baseUrl],
  ]);
  await using pi = await createPiHome({ model, settings: { defaultModel: 'fake-think' } });
  expect(JSON.parse(await readFile(join(pi.home, '.pi/agent/settings.json'), 'utf8'))).toMatchObject({
    defaultProvider: 'fake',
    defaultModel: 'fake-think',
  });
});

test('two homes share nothing, and one that goes ends what still runs in it', async () => {
  await using other = await createPiHome({ model });
  const home = await createPiHome({ model });
  expect(other.testId).not.toBe(home.testId);
  expect(other.directory).not.toBe(home.directory);
  await using run = await startLineProcess({
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1e6)'],
    env: home.env,
    detached: true,
  });
  await home.dispose();
  expect(await run.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(existsSync(home.directory)).toBe(false);
  expect(existsSync(other.directory)).toBe(true);
  expect(await processesWith({ environment: { AGENTMOUNT_TEST_ID: home.testId } })).toEqual([]);
});

test('a temporary folder is gone after its scope', async () => {
  let path: string;
  {
    await using folder = await createTemporaryFolder('thing');
    path = folder.directory;
    expect(path).toContain('agentmount-thing-');
    await writeFile(join(path, 'file'), '');
  }
  expect(existsSync(path)).toBe(false);
});

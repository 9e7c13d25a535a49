import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentAdapter, type Codec, inspectAgent, type Settings } from '../../src/index.js';
import { isTestedVersion } from '../../src/runner/tested-version.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
import { createToyRunner, TOY_PROGRAM, type ToyOptions } from './toy-runner.js';

/** Inspects the toy agent in a place of its own. */
async function inspectToy(options: ToyOptions = {}, settings: Partial<Settings> = {}) {
  await using toy = await createToyRunner(options);
  const inspection = await inspectAgent({
    adapter: options.adapter ?? (toyAdapter() as AgentAdapter),
    settings: { ...toy.runner.settings, ...settings },
    cwd: toy.work,
    environment: { PATH: process.env.PATH ?? '' },
    home: toy.work,
    variablePrefix: 'TOY_MCP_',
  });
  return { ...inspection, sessions: (await toy.runner.sessions({})).total };
}

const script = (atVersion: string) =>
  `#!/bin/sh\nif [ "$1" = --version ]; then ${atVersion}; exit; fi\nexec "${process.execPath}" "${TOY_PROGRAM}" "$@"\n`;

describe('what can be seen of an agent without a prompt', () => {
  it('is its program, its version, how long it takes and how much, and its models', async () => {
    const found = await inspectToy({ program: script('echo toy 1.2.3') });
    expect(found).toMatchObject({
      path: expect.stringMatching(/toy-agent$/),
      version: '1.2.3',
      isTested: true,
      models: [{ id: 'toy-small' }, { id: 'toy-large' }],
      sessions: 0,
    });
    expect(found.handshakeMs).toBeGreaterThan(0);
    if (process.platform === 'linux') expect(found.memoryBytes).toBeGreaterThan(10_000_000);
    expect(found.failure ?? found.folderProblem).toBeUndefined();
  });

  it('is that it tells no version, or another than was tested', async () => {
    expect((await inspectToy({ program: script('echo none') })).version).toBeUndefined();
    expect(await inspectToy({ program: script('echo 2.0.0') })).toMatchObject({ version: '2.0.0', isTested: false });
  });

  it('is why it cannot be found, or does not get ready', async () => {
    const missing = await inspectToy({}, { bin: '/nowhere/toy' });
    expect(missing.notFound).toMatch(
      /^cannot run \/nowhere\/toy: there is no such file; install it with .*TOY_MCP_BIN/,
    );
    expect(missing.path).toBeUndefined();
    const broken = await inspectToy({ program: '#!/bin/sh\necho "bad day" >&2\nexit 4\n' });
    expect(broken.failure?.message).toContain('bad day');
    expect(broken.handshakeMs).toBeUndefined();
  });

  it('is nothing of its start where the adapter cannot list models', async () => {
    const mute = (codec: Codec): Codec => ({
      open: () => codec.open(),
      frame: (line) => codec.frame(line),
      prompt: (task) => codec.prompt(task),
      lost: (head) => codec.lost(head),
      exit: (exit) => codec.exit(exit),
    });
    const found = await inspectToy({ adapter: toyAdapter(mute) as AgentAdapter, program: script('echo 1.0.0') });
    expect(found).toMatchObject({ version: '1.0.0' });
    expect(found.failure ?? found.handshakeMs ?? found.models).toBeUndefined();
  });

  it('is why the state folder cannot be used', async () => {
    await using toy = await createToyRunner();
    await mkdir(join(toy.work, 'x'));
    await writeFile(join(toy.work, 'x', 'file'), '');
    const found = await inspectToy({}, { statePath: join(toy.work, 'x', 'file', 'sessions.json') });
    expect(found.folderProblem?.cause).toMatch(/ENOTDIR|EEXIST/);
  });
});

it('a version is tested from the first of the range, and up to the last before the second', () => {
  const range = { from: '1.2.0', below: '1.10.0' };
  const tested = ['1.2.0', '1.2.0-rc.1', '1.9.99'];
  for (const version of tested) expect(isTestedVersion(version, range), version).toBe(true);
  for (const version of ['1.1.9', '1.10.0', '2.0.0']) expect(isTestedVersion(version, range), version).toBe(false);
});

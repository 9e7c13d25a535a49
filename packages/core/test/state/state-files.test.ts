import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { stateFiles } from '../../src/state/state-files.js';
import { createToyRunner, turnIs } from '../runner/toy-runner.js';
import { until } from './support.js';

const SECRET = 'wait_for_the_word_of_the_day';
const LONG = 1_100_000;

test('whatever runs write into the state folder is documented, for this user alone, and the index holds no prompt', async () => {
  await using toy = await createToyRunner();
  const folder = dirname(toy.statePath);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(toy.statePath, '{ "half": ', { mode: 0o600 });

  const long = await (await toy.runner.start({ prompt: `echo ${'x'.repeat(LONG)}` })).report;
  expect(long.answer).toMatchObject({ characters: LONG, file: expect.stringMatching(/\.md$/) });
  const turn = await toy.runner.start({ prompt: `wait ${SECRET}` });
  await turnIs(turn, (view) => view.state === 'running' && view.session !== undefined);
  const held = () => readdir(join(folder, 'locks')).catch(() => []);
  await until('the lock of its session', async () => (await held()).some((name) => name.endsWith('.lock')));

  const seen = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).replaceAll('\\', '/');
    const documented = stateFiles.find(({ pattern }) => pattern.test(path));
    expect(documented, `${path} is in the state folder and not in stateFiles`).toBeDefined();
    if (documented !== undefined && !entry.isDirectory()) seen.add(documented.path);
    const mode = await stat(full).then(
      (found) => found.mode & 0o777,
      // A lock or a draft that was there a moment ago.
      () => undefined,
    );
    // A symbolic link has no mode of its own.
    if (mode !== undefined && !entry.isSymbolicLink() && process.platform !== 'win32') {
      expect([path, mode]).toEqual([path, entry.isDirectory() ? 0o700 : 0o600]);
    }
  }
  const standing = [
    'sessions.json',
    'sessions.json.damaged-TIME-PID',
    'locks/SESSION.lock',
    'slots/STATE-DEPTH-ORDER.json',
    'answers/TURN.md',
  ];
  expect([...seen]).toEqual(expect.arrayContaining(standing));
  expect(await readFile(toy.statePath, 'utf8')).not.toContain(SECRET);
});

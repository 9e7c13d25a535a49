import { mkdir, readdir, readFile, readlink, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExclusive } from '../../src/state/exclusive-file.js';
import { FileSessionIndex } from '../../src/state/file-session-index.js';
import { formatIndex } from '../../src/state/index-format.js';
import { thisProcess } from '../../src/state/lock-owner.js';
import type { SessionEntry } from '../../src/state/session-index.js';
import { deadProcess, foreignProcess, stateFolder, temporaryFolder } from './support.js';

function indexOn(path: string, maxSessions = 1000): FileSessionIndex {
  return new FileSessionIndex({ folder: stateFolder(path), maxSessions });
}

async function rawSessions(folder: string): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await readFile(join(folder, 'sessions.json'), 'utf8')).sessions;
}

async function writeSessions(folder: string, sessions: object, rest: object = {}): Promise<void> {
  await writeFile(join(folder, 'sessions.json'), JSON.stringify({ version: 1, sessions, ...rest }));
}

const entry = (id: string, lastUsedAt: number, more: Partial<SessionEntry> = {}): SessionEntry => ({
  id,
  cwd: `/work/${id}`,
  lastUsedAt,
  ...more,
});

const ids = (entries: readonly SessionEntry[]) => entries.map(({ id }) => id);

describe('the file', () => {
  test('is readable JSON for this user alone, in a folder for this user alone', async () => {
    const folder = join(await temporaryFolder(), 'state', 'toy-mcp');
    const index = indexOn(folder);
    await index.record(
      entry('a', 5, { model: 'm', transport: 'stream', status: 'completed', totals: { input: 1, output: 2 } }),
    );
    const text = await readFile(join(folder, 'sessions.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      version: 1,
      sessions: {
        a: {
          cwd: '/work/a',
          lastAccessed: 5,
          createdAt: 5,
          model: 'm',
          transport: 'stream',
          status: 'completed',
          totals: { input: 1, output: 2 },
        },
      },
    });
    expect(text.split('\n').length).toBeGreaterThan(10);
    expect((await stat(join(folder, 'sessions.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toEqual(['sessions.json']);
    expect(index.warnings()).toEqual([]);
  });

  test('that qwen-cli-mcp 0.3.0 wrote is read and carried on, and stays readable for it', async () => {
    const folder = await temporaryFolder();
    await writeSessions(folder, {
      old: { cwd: '/work/old', lastAccessed: 1_700_000_000_000, model: 'm1', approval_mode: 'plan', effort: 'high' },
    });
    const index = indexOn(folder);
    expect(await index.get('old')).toEqual({ id: 'old', cwd: '/work/old', lastUsedAt: 1_700_000_000_000, model: 'm1' });
    await index.record(entry('old', 1_700_000_000_001, { cwd: '/work/old', status: 'completed' }));
    await index.record(entry('new', 1_700_000_000_002));
    expect(await rawSessions(folder)).toEqual({
      new: { cwd: '/work/new', lastAccessed: 1_700_000_000_002, createdAt: 1_700_000_000_002 },
      old: {
        cwd: '/work/old',
        lastAccessed: 1_700_000_000_001,
        model: 'm1',
        approval_mode: 'plan',
        effort: 'high',
        status: 'completed',
      },
    });
  });

  test('gets back what a program without knowledge of it dropped', async () => {
    const folder = await temporaryFolder();
    const index = indexOn(folder);
    await index.record(entry('kept', 1, { status: 'completed', transport: 'acp' }));
    await index.record(entry('lost', 2, { status: 'failed' }));
    await index.record(entry('newer', 3, { status: 'failed' }));
    await writeSessions(folder, {
      kept: { cwd: '/work/kept', lastAccessed: 1 },
      newer: { cwd: '/work/newer', lastAccessed: 9, effort: 'low' },
    });
    expect(ids(await index.list())).toEqual(['newer', 'lost', 'kept']);
    await index.record(entry('more', 4));
    expect(await rawSessions(folder)).toMatchObject({
      kept: { cwd: '/work/kept', lastAccessed: 1, status: 'completed', transport: 'acp' },
      lost: { cwd: '/work/lost', lastAccessed: 2, status: 'failed' },
      newer: { cwd: '/work/newer', lastAccessed: 9, effort: 'low' },
    });
    expect((await index.get('newer'))?.status).toBeUndefined();
  });

  test('keeps what it does not know, also values that are no sessions', async () => {
    const folder = await temporaryFolder();
    const strange = {
      a: { cwd: '/a', lastAccessed: 'soon', colour: 'red' },
      b: 7,
      c: null,
    };
    await writeSessions(folder, strange, { theme: 'dark' });
    const index = indexOn(folder);
    await index.record(entry('a', 3));
    const file = JSON.parse(await readFile(join(folder, 'sessions.json'), 'utf8'));
    expect(file.theme).toBe('dark');
    expect(file.sessions).toEqual({ ...strange, a: { cwd: '/work/a', lastAccessed: 3, colour: 'red' } });
    expect(await index.list()).toEqual([entry('a', 3)]);
  });

  test('takes any text for an id', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, 'sessions.json'),
      '{"version":1,"sessions":{"__proto__":{"cwd":"/p","lastAccessed":1},"constructor":{"cwd":"/c","lastAccessed":2}}}',
    );
    const index = indexOn(folder);
    await index.record(entry('toString', 3));
    expect(ids(await indexOn(folder).list())).toEqual(['toString', 'constructor', '__proto__']);
  });

  test('may be a symbolic link, which stays one', async () => {
    const folder = await temporaryFolder();
    const real = join(folder, 'elsewhere.json');
    await writeFile(real, '{"version":1,"sessions":{}}');
    await mkdir(join(folder, 'state'));
    await symlink(real, join(folder, 'state', 'sessions.json'));
    await indexOn(join(folder, 'state')).record(entry('a', 1));
    expect(await readlink(join(folder, 'state', 'sessions.json'))).toBe(real);
    expect(JSON.parse(await readFile(real, 'utf8')).sessions).toHaveProperty('a');
  });

  test('may begin with a byte order mark', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, 'sessions.json'),
      '\uFEFF{"version":1,"sessions":{"a":{"cwd":"/a","lastAccessed":1}}}',
    );
    expect(ids(await indexOn(folder).list())).toEqual(['a']);
  });
});

test('the text of the file is that of JSON with two spaces, whatever it holds', () => {
  const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)));
  const rest = fc.dictionary(
    fc.string().filter((key) => !['version', 'sessions', '__proto__'].includes(key) && !/^\d+$/.test(key)),
    json,
  );
  const sessions = fc.uniqueArray(
    fc.tuple(
      fc.string({ minLength: 1 }).map((id) => `s${id}`),
      json,
    ),
    { selector: ([id]) => id },
  );
  fc.assert(
    fc.property(rest, sessions, (others, entries) => {
      const content = { rest: others, sessions: new Map<string, unknown>(entries) };
      const plain = { version: 1, ...others, sessions: Object.fromEntries(entries) };
      expect(formatIndex(content)).toBe(`${JSON.stringify(plain, undefined, 2)}\n`);
      expect(formatIndex(content)).toBe(`${JSON.stringify(plain, undefined, 2)}\n`);
    }),
  );
});

describe('a record', () => {
  test('leaves what it does not say as it was', async () => {
    const index = indexOn(await temporaryFolder());
    await index.record(
      entry('a', 5, { model: 'm', transport: 't', status: 'running', totals: { input: 1, output: 1, cost: 1 } }),
    );
    await index.record(entry('a', 9, { status: 'completed', cwd: '/elsewhere' }));
    await index.record(entry('a', 7, { cwd: '/elsewhere' }));
    expect(await index.get('a')).toEqual({
      id: 'a',
      cwd: '/elsewhere',
      lastUsedAt: 9,
      createdAt: 5,
      model: 'm',
      transport: 't',
      status: 'completed',
      totals: { input: 1, output: 1, cost: 1 },
    });
  });

  test('is seen by other servers once it resolves', async () => {
    const folder = await temporaryFolder();
    const [one, two] = [indexOn(folder), indexOn(folder)];
    await one.record(entry('a', 1));
    await two.record(entry('b', 2));
    expect(ids(await one.list())).toEqual(['b', 'a']);
    expect(await two.get('a')).toMatchObject({ cwd: '/work/a' });
    expect(await two.get('c')).toBeUndefined();
  });

  test('is seen by its own server before it resolves', async () => {
    const index = indexOn(await temporaryFolder());
    const recorded = index.record(entry('a', 1));
    expect(await index.get('a')).toMatchObject({ cwd: '/work/a' });
    await recorded;
  });

  test('joins others in one write', async () => {
    const folder = await temporaryFolder();
    const index = indexOn(folder);
    await index.record(entry('first', 1));
    const before = (await stat(join(folder, 'sessions.json'))).ino;
    const all = Array.from({ length: 500 }, (_, number) => index.record(entry(`s${number}`, number)));
    await all[0];
    const { ino } = await stat(join(folder, 'sessions.json'));
    expect(ino).not.toBe(before);
    await Promise.all(all);
    expect(Object.keys(await rawSessions(folder))).toHaveLength(501);
    expect((await stat(join(folder, 'sessions.json'))).ino).toBe(ino);
  });

  test('is dropped by forget, also at other servers, and may come again', async () => {
    const folder = await temporaryFolder();
    const index = indexOn(folder);
    await index.record(entry('a', 1, { model: 'm' }));
    await index.record(entry('b', 2));
    const forgotten = index.forget('a');
    expect(await index.get('a')).toBeUndefined();
    await forgotten;
    expect(ids(await indexOn(folder).list())).toEqual(['b']);
    await index.record(entry('c', 3));
    expect(Object.keys(await rawSessions(folder))).toEqual(['c', 'b']);
    await Promise.all([index.forget('b'), index.record(entry('b', 4, { model: 'n' }))]);
    expect(await index.get('b')).toEqual(entry('b', 4, { model: 'n', createdAt: 4 }));
  });
});

describe('a session whose turn runs', () => {
  test('is listed as running while its server lives', async () => {
    const folder = await temporaryFolder();
    await indexOn(folder).record(entry('a', 1, { status: 'running' }));
    expect(await indexOn(folder).get('a')).toMatchObject({ status: 'running' });
    expect((await rawSessions(folder)).a?.owner).toEqual(await thisProcess());
  });

  test('is listed as interrupted when its server is dead, and as running where nobody can know', async () => {
    const folder = await temporaryFolder();
    await writeSessions(folder, {
      dead: { cwd: '/a', lastAccessed: 1, status: 'running', owner: await deadProcess() },
      faraway: { cwd: '/a', lastAccessed: 2, status: 'running', owner: await foreignProcess() },
      nobody: { cwd: '/a', lastAccessed: 3, status: 'running' },
    });
    const index = indexOn(folder);
    const statuses = Object.fromEntries((await index.list()).map(({ id, status }) => [id, status]));
    expect(statuses).toEqual({ dead: 'interrupted', faraway: 'running', nobody: 'interrupted' });
    expect(await index.get('dead')).toMatchObject({ status: 'interrupted' });
  });

  test('loses its owner when it ends', async () => {
    const folder = await temporaryFolder();
    const index = indexOn(folder);
    await index.record(entry('a', 1, { status: 'running' }));
    await index.record(entry('a', 2, { status: 'failed' }));
    expect((await rawSessions(folder)).a).toEqual({ cwd: '/work/a', lastAccessed: 2, createdAt: 1, status: 'failed' });
  });
});

describe('the cap', () => {
  test('drops the least recently used, never one that runs', async () => {
    const folder = await temporaryFolder();
    const index = indexOn(folder, 3);
    await index.record(entry('runs', 1, { status: 'running' }));
    for (let time = 2; time < 8; time += 1) await index.record(entry(`s${time}`, time, { status: 'completed' }));
    expect(ids(await index.list())).toEqual(['s7', 's6', 's5', 'runs']);
    await index.record(entry('runs', 1, { status: 'completed' }));
    expect(ids(await index.list())).toEqual(['s7', 's6', 's5']);
  });

  test('drops one whose server is dead, and one that another machine has not ended in a week', async () => {
    const folder = await temporaryFolder();
    const foreign = { cwd: '/a', status: 'running', owner: await foreignProcess() };
    const now = Date.now();
    await writeSessions(folder, {
      dead: { cwd: '/a', lastAccessed: now, status: 'running', owner: await deadProcess() },
      recent: { ...foreign, lastAccessed: now - 86_400_000 },
      ancient: { ...foreign, lastAccessed: now - 8 * 86_400_000 },
    });
    await indexOn(folder, 1).record(entry('a', now + 1));
    expect(Object.keys(await rawSessions(folder))).toEqual(['a', 'recent']);
  });

  test('of each server holds for what it writes', async () => {
    const folder = await temporaryFolder();
    const [many, few] = [indexOn(folder, 10), indexOn(folder, 2)];
    for (let time = 1; time < 5; time += 1) await many.record(entry(`s${time}`, time));
    await few.record(entry('s5', 5));
    expect(Object.keys(await rawSessions(folder))).toEqual(['s5', 's4']);
  });
});

describe('a damaged file', () => {
  const whole = JSON.stringify({
    version: 1,
    sessions: { a: { cwd: '/a', lastAccessed: 1 }, b: { cwd: '/ü', lastAccessed: 2 } },
  });

  test('is kept aside unchanged, whatever is left of it, and a new one is begun', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: Buffer.byteLength(whole) - 1 }), async (length) => {
        const folder = join(await temporaryFolder(), String(length));
        await mkdir(folder);
        const damaged = Buffer.from(whole).subarray(0, length);
        await writeFile(join(folder, 'sessions.json'), damaged);
        const index = indexOn(folder);
        await index.record(entry('c', 3));
        expect(Object.keys(await rawSessions(folder))).toEqual(['c']);
        const aside = (await readdir(folder)).filter((name) => name.startsWith('sessions.json.damaged-'));
        expect(aside).toHaveLength(1);
        expect(await readFile(join(folder, aside[0] ?? ''))).toEqual(damaged);
        expect(index.warnings().join()).toContain(aside[0]);
      }),
      { numRuns: 40 },
    );
  });

  test.each(['[]', '7', 'null', '{"sessions":{}}', '{"version":1}', '{"version":1,"sessions":[]}', '\0\0\0\0'])(
    'is also one that is whole but no index: %j',
    async (content) => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, 'sessions.json'), content);
      const index = indexOn(folder);
      // Only listing: the damage is noticed and said, though nothing is recorded.
      expect(await index.list()).toEqual([]);
      expect(index.warnings().join()).toMatch(/damaged/);
      const [aside = ''] = await readdir(folder);
      expect(await readFile(join(folder, aside), 'utf8')).toBe(content);
    },
  );

  test('of two damages at once, both are kept', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'sessions.json'), 'one');
    await Promise.all([
      indexOn(folder).record(entry('a', 1)),
      indexOn(folder).record(entry('b', 2)),
      indexOn(folder).list(),
    ]);
    await writeFile(join(folder, 'sessions.json'), 'two');
    await indexOn(folder).record(entry('c', 3));
    const aside = (await readdir(folder)).filter((name) => name.includes('damaged'));
    const contents = await Promise.all(aside.map((name) => readFile(join(folder, name), 'utf8')));
    expect(contents.sort()).toEqual(['one', 'two']);
  });
});

describe('a file of another version', () => {
  test.each([2, 0, '1', { major: 2 }])('%j stays as it is, and sessions are kept in memory', async (version) => {
    const folder = await temporaryFolder();
    const content = JSON.stringify({ version, sessions: { a: { cwd: '/a', lastAccessed: 1 } } });
    await writeFile(join(folder, 'sessions.json'), content);
    const index = indexOn(folder);
    await index.record(entry('b', 2));
    expect(ids(await index.list())).toEqual(['b']);
    expect(await readFile(join(folder, 'sessions.json'), 'utf8')).toBe(content);
    expect(await readdir(folder)).toEqual(['sessions.json']);
    expect(index.warnings()).toHaveLength(1);
    expect(index.warnings()[0]).toMatch(/another version of this program \(format .*\).*newest version.*TOY_MCP_STATE/);
  });
});

describe('a folder that cannot be used', () => {
  test.each(['file', 'file/deeper'])(
    'because %s is no folder: sessions are kept in memory, with a warning, and written when it can be',
    async (below) => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, 'file'), '');
      const index = indexOn(join(folder, below));
      await index.record(entry('a', 1, { status: 'running' }));
      await index.record(entry('b', 2));
      expect(ids(await index.list())).toEqual(['b', 'a']);
      expect(await index.get('a')).toMatchObject({ status: 'running', createdAt: 1 });
      expect(index.warnings()).toHaveLength(1);
      expect(index.warnings()[0]).toMatch(/not a folder.*TOY_MCP_STATE.*only as long as this server runs/);
    },
  );

  test('because something else has the file’s name', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'sessions.json'));
    const index = indexOn(folder);
    await index.record(entry('a', 1));
    expect(ids(await index.list())).toEqual(['a']);
    expect(index.warnings()[0]).toMatch(/is not a file/);
  });

  test('comes back: everything recorded meanwhile is written, within the cap, and the warning goes', async () => {
    const root = await temporaryFolder();
    const folder = join(root, 'state');
    await writeFile(folder, '');
    const index = indexOn(folder, 5);
    for (let time = 1; time < 20; time += 1) await index.record(entry(`s${time}`, time));
    await index.forget('s18');
    expect(ids(await index.list())).toEqual(['s19', 's17', 's16', 's15']);
    await rename(folder, join(root, 'was-in-the-way'));
    await index.record(entry('s20', 20));
    expect(Object.keys(await rawSessions(folder))).toEqual(['s20', 's19', 's17', 's16', 's15']);
    expect(index.warnings()).toEqual([]);
  });
});

test('what a killed process left of its write goes with the next server, and a person’s own files stay', async () => {
  const folder = await temporaryFolder();
  const mine = ['.sessions.json.swp', 'sessions.json.bak', '.other.json.abcdef.unfinished'];
  const left = ['.sessions.json.0123456789ab.unfinished', '.sessions.json.ba9876543210.unfinished'];
  for (const name of [...mine, ...left]) await writeFile(join(folder, name), '{"version":1,"sess');
  await createExclusive(
    join(folder, 'sessions.json.lock'),
    JSON.stringify({ ...(await deadProcess()), key: 'abcdef0123' }),
  );
  await indexOn(folder).record(entry('a', 1));
  expect((await readdir(folder)).sort()).toEqual([...mine, 'sessions.json'].sort());
});

test('no record is lost, however several servers’ records interleave', async () => {
  const action = fc.record({
    server: fc.nat({ max: 2 }),
    id: fc.integer({ min: 0, max: 8 }).map((number) => `s${number}`),
    model: fc.option(fc.constantFrom('m1', 'm2', 'm3'), { nil: undefined }),
    status: fc.option(fc.constantFrom('running', 'completed', 'failed', 'interrupted'), { nil: undefined }),
    // Whether the next action waits until all before it are done.
    wait: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (actions) => {
      const folder = await temporaryFolder();
      const servers = [indexOn(folder), indexOn(folder), indexOn(folder)];
      const pending: Promise<void>[] = [];
      const said = new Map<string, { times: number[]; models: Set<string>; statuses: Set<string | undefined> }>();
      for (const [time, { server, id, model, status, wait }] of actions.entries()) {
        const known = said.get(id) ?? { times: [], models: new Set(), statuses: new Set() };
        said.set(id, known);
        known.times.push(time);
        if (model) known.models.add(model);
        known.statuses.add(status);
        const more = { ...(model !== undefined && { model }), ...(status !== undefined && { status }) };
        pending.push(servers[server]?.record(entry(id, time, more)) ?? Promise.reject(new Error('no server')));
        if (wait) await Promise.all(pending);
      }
      await Promise.all(pending);
      const listed = await indexOn(folder).list();
      expect(ids(listed).sort()).toEqual([...said.keys()].sort());
      for (const { id, lastUsedAt, model, status } of listed) {
        const known = said.get(id);
        expect(lastUsedAt).toBe(Math.max(...(known?.times ?? [])));
        if (known?.models.size) expect(known.models).toContain(model);
        else expect(model).toBeUndefined();
        if (status !== undefined) expect(known?.statuses).toContain(status);
      }
      expect(await readdir(folder)).toEqual(['sessions.json']);
      expect(servers.flatMap((server) => server.warnings())).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('one server’s records end as they were said last', async () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom('running' as const, 'completed' as const, 'failed' as const),
    forget: fc.boolean(),
    wait: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const folder = await temporaryFolder();
      const index = indexOn(folder);
      const expected = new Map<string, string>();
      const pending: Promise<void>[] = [];
      for (const [time, { id, status, forget, wait }] of steps.entries()) {
        if (forget) expected.delete(id);
        else expected.set(id, status);
        pending.push(forget ? index.forget(id) : index.record(entry(id, time, { status })));
        if (wait) await pending.at(-1);
        const seen = Object.fromEntries((await index.list()).map((found) => [found.id, found.status]));
        expect(seen).toEqual(Object.fromEntries(expected));
      }
      await Promise.all(pending);
      const written = await indexOn(folder).list();
      expect(Object.fromEntries(written.map((found) => [found.id, found.status]))).toEqual(
        Object.fromEntries(expected),
      );
    }),
    { numRuns: 60 },
  );
});

test('the folder’s own name stands in its warning', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'x'), '');
  const index = indexOn(join(folder, 'x'));
  await index.record(entry('a', 1));
  expect(index.warnings()[0]).toContain(basename(folder));
});

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listRunningTurns, stopRunningTurn } from '../../src/index.js';
import { thisProcess } from '../../src/state/lock-owner.js';
import { formatSlotFile, slotName, slotOrder } from '../../src/state/slot-file.js';
import { StopRequests } from '../../src/state/stop-requests.js';
import { createToyRunner, turnIs } from '../runner/toy-runner.js';
import { deadProcess, stateFolder, temporaryFolder, until } from '../state/support.js';

const LIMITS = { hearMs: 100_000, endMs: 100_000 };

describe('a turn that a person stops from outside', () => {
  it('is listed, ends, and is reported as stopped by a person', async () => {
    await using toy = await createToyRunner();
    const turn = await toy.runner.start({ prompt: 'wait' });
    await turnIs(turn, (view) => view.state === 'running' && view.session !== undefined);
    const listed = await until('its session in the list', async () =>
      (await listRunningTurns(toy.statePath)).find(({ session }) => session !== undefined),
    );
    expect(listed).toMatchObject({ turn: turn.id, agent: 'toy', cwd: toy.work, state: 'running', depth: 0 });
    expect(listed?.server.pid).toBe(process.pid);
    if (listed === undefined) return;
    expect(await stopRunningTurn(toy.statePath, listed, LIMITS)).toBe('stopped');
    expect(await turn.report).toMatchObject({
      status: 'interrupted',
      resumable: true,
      cause: { class: 'person', message: expect.stringMatching(/^a person on this machine stopped the .+ turn$/) },
    });
    expect(await listRunningTurns(toy.statePath)).toEqual([]);
    expect(await readdir(join(toy.statePath, '..', 'stops'))).toEqual([]);
  });

  it('may still wait for a slot', async () => {
    await using toy = await createToyRunner({ settings: { maxConcurrent: 1 } });
    const first = await toy.runner.start({ prompt: 'wait' });
    await turnIs(first, (view) => view.state === 'running');
    const second = await toy.runner.start({ prompt: 'wait' });
    const waiting = await until('the second turn in the list', async () =>
      (await listRunningTurns(toy.statePath)).find((turn) => turn.state === 'waiting'),
    );
    if (waiting === undefined) return;
    expect(await stopRunningTurn(toy.statePath, waiting, LIMITS)).toBe('stopped');
    expect(await second.report).toMatchObject({
      status: 'interrupted',
      ending: 'never-started',
      cause: { class: 'person' },
    });
    expect(first.view().state).toBe('running');
  });

  it("is not stopped by a request for another server's turn of the same id", async () => {
    await using toy = await createToyRunner({ settings: { maxConcurrent: 1 } });
    const turn = await toy.runner.start({ prompt: 'wait' });
    await turnIs(turn, (view) => view.state === 'running');
    const requests = new StopRequests(stateFolder(join(toy.statePath, '..')));
    const other = await requests.ask(turn.id, { ...(await thisProcess()), pid: 1, startTime: '0' });
    // The same look finds this one, so that the other has been seen when it has ended.
    const next = await toy.runner.start({ prompt: 'wait' });
    const listed = await until('the next turn in the list', async () =>
      (await listRunningTurns(toy.statePath)).find((one) => one.turn === next.id),
    );
    if (listed === undefined) return;
    expect(await stopRunningTurn(toy.statePath, listed, LIMITS)).toBe('stopped');
    expect(turn.view().state).toBe('running');
    await other.withdraw();
  });
});

describe('a server that does not answer', () => {
  it('is told from one that does, and the request is taken back', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'slots'));
    const createdAt = Date.now();
    const order = slotOrder(createdAt, 1, 'facade');
    const file = { version: 1, state: 'running', depth: 0, limit: 4, createdAt, server: await thisProcess() } as const;
    const record = { turn: 'tabcd', agent: 'toy', cwd: '/' };
    await writeFile(join(folder, 'slots', slotName('running', 0, order)), formatSlotFile({ ...file, ...record }));
    const statePath = join(folder, 'sessions.json');
    const [turn] = await listRunningTurns(statePath);
    if (turn === undefined) throw new Error('not listed');
    expect(await stopRunningTurn(statePath, turn, { hearMs: 300, endMs: 0 })).toBe('unheard');
    expect(await readdir(join(folder, 'stops'))).toEqual([]);
  });

  it('leaves its requests to whoever asks next', async () => {
    const folder = await temporaryFolder();
    const requests = new StopRequests(stateFolder(folder));
    await requests.ask('tdead', await deadProcess());
    const killed = { version: 1, turn: 'tkill', server: await thisProcess(), asker: await deadProcess() };
    await writeFile(join(folder, 'stops', 'tkill-0123456789ab.json'), JSON.stringify(killed));
    await writeFile(join(folder, 'stops', 'tbad-0123456789ab.json'), '{');
    await writeFile(join(folder, 'stops', 'note.txt'), 'not ours');
    const request = await requests.ask('tlive', await thisProcess());
    const names = await readdir(join(folder, 'stops'));
    expect(names.map((name) => name.replace(/-.*/, '')).toSorted()).toEqual(['note.txt', 'tlive']);
    await request.withdraw();
    expect(await readdir(join(folder, 'stops'))).toEqual(['note.txt']);
  });
});

it('a folder that does not exist has no turns', async () => {
  expect(await listRunningTurns(join(await temporaryFolder(), 'nowhere', 'sessions.json'))).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoreStartGate } from '../../src/state/core-start-gate.js';
import { FileSessionLocks } from '../../src/state/file-session-locks.js';
import { SharedSlots } from '../../src/state/shared-slots.js';
import { StateFolder } from '../../src/state/state-folder.js';
import { TurnHolds } from '../../src/turn/turn-holds.js';

const RECORD = { turn: 't', agent: 'toy', cwd: '/' };
const NEVER = new AbortController().signal;
let path = '';

beforeEach(async () => {
  path = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-holds-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

function services() {
  const folder = new StateFolder({ statePath: join(path, 'sessions.json') });
  return {
    locks: new FileSessionLocks({ folder }),
    slots: new SharedSlots({ folder, limit: 4, depth: 0 }),
    gate: new CoreStartGate(1),
    untilResumable: () => Promise.resolve(),
  };
}

describe('a start', () => {
  it('is taken anew for every further process of a turn, and waits for the others', async () => {
    const shared = services();
    const turn = new TurnHolds(shared, RECORD);
    const other = new TurnHolds(shared, RECORD);
    await turn.take(undefined, () => undefined);
    await turn.takeStart(NEVER, undefined);
    turn.started();
    await other.take(undefined, () => undefined);
    let again = false;
    const waiting = turn.takeStart(NEVER, undefined).then(() => {
      again = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(again).toBe(false);
    other.started();
    await waiting;
    await turn.release();
    await other.release();
  });

  it('is not waited for any longer once the process is not wanted or the turn is over, and is not kept', async () => {
    const shared = services();
    const turn = new TurnHolds(shared, RECORD);
    const leave = await shared.gate.enter(NEVER);
    const unwanted = new AbortController();
    const first = turn.takeStart(unwanted.signal, undefined);
    unwanted.abort(new Error('unwanted'));
    await expect(first).rejects.toThrow('unwanted');
    const second = turn.takeStart(NEVER, undefined);
    turn.abandonQueue();
    await expect(second).rejects.toThrow('stopped while it was queued');
    leave();
    (await shared.gate.enter(NEVER))();
  });
});

describe('the locks of a turn’s sessions', () => {
  it('name the agent that writes them, also those that become known later', async () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      const turn = new TurnHolds(services(), RECORD);
      await turn.take('session-before', () => undefined);
      turn.nameAgent(child.pid ?? 0);
      await turn.agentNamed();
      await turn.addSession('session-later');
      const names = (await readdir(join(path, 'locks'))).sort();
      expect(names).toEqual(['session-before.lock', 'session-later.lock']);
      for (const name of names) {
        const owner = JSON.parse(await readlink(join(path, 'locks', name)));
        expect(owner).toMatchObject({ pid: process.pid, agent: { pid: child.pid } });
      }
      await turn.release();
      expect(await readdir(join(path, 'locks'))).toEqual([]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});

import { describe, expect, test } from 'vitest';
import { MARKER_VARIABLE } from '../../src/process/marker.js';
import type { ProcessEntry, ProcessTable } from '../../src/process/process-table.js';
import { ProcessTree } from '../../src/process/process-tree.js';

function entry(pid: number, parent: number, session: number, startTime = pid): ProcessEntry {
  return { pid, parent, group: session, session, startTime };
}

/** A listing as a table: what a real one gives, at a moment that no real one can be held at. */
function listing(entries: readonly ProcessEntry[], marked: Readonly<Record<number, string>> = {}): ProcessTable {
  return {
    list: async () => entries,
    variable: async (name, candidates) => {
      expect(name).toBe(MARKER_VARIABLE);
      const found = candidates.filter(({ pid }) => marked[pid] !== undefined);
      return new Map(found.map(({ pid }) => [pid, marked[pid] ?? '']));
    },
    stopNewest: () => [],
    lastId: () => undefined,
    startTimeOf: () => undefined,
    signal: async () => 'gone',
    signalGroup: async () => 'gone',
  };
}

async function membersOf(tree: ProcessTree, ...look: Parameters<typeof listing>): Promise<number[]> {
  const { members } = await tree.find(listing(...look));
  return members.map(({ pid }) => pid).sort((a, b) => a - b);
}

const init = entry(1, 0, 1);
const self = entry(process.pid, 1, 1, 0);

describe('a member is', () => {
  test('a descendant, in whatever order they are listed', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    const entries = [
      entry(103, 102, 102),
      entry(102, 101, 102),
      init,
      entry(101, 100, 100),
      entry(100, 1, 100),
      entry(104, 1, 104),
    ];
    expect(await membersOf(tree, entries)).toEqual([100, 101, 102, 103]);
  });

  test('whoever is in the session of the root, also when the root is gone', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    expect(await membersOf(tree, [init, entry(101, 1, 100), entry(102, 1, 99)])).toEqual([101]);
  });

  test('whoever was one before, or is in a session that one led', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    tree.remember([init, entry(100, 1, 100), entry(101, 100, 101), entry(102, 101, 102)], performance.now());
    expect(await membersOf(tree, [init, entry(102, 1, 102), entry(103, 1, 101)])).toEqual([102, 103]);
  });

  test('whoever carries the marker, alone or with those of outer processes', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    const entries = [init, entry(201, 1, 201), entry(202, 1, 202), entry(203, 201, 201), entry(204, 1, 204)];
    expect(await membersOf(tree, entries, { 201: 'm', 202: 'outer:m:inner', 204: 'mm' })).toEqual([201, 202, 203]);
  });
});

describe('no member is', () => {
  test('a process that was given the id of one', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    tree.remember([init, entry(100, 1, 100), entry(101, 100, 101)], performance.now());
    expect(
      await membersOf(tree, [init, entry(100, 1, 100, 900), entry(101, 1, 101, 901), entry(102, 101, 101, 902)]),
    ).toEqual([]);
  });

  test('whoever is in a session whose number was given away since', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    tree.remember([init, entry(100, 1, 100)], performance.now());
    // Nothing was left of session 100 at this look, so the number was free.
    tree.remember([init], performance.now());
    expect(await membersOf(tree, [init, entry(500, 1, 100, 500)])).toEqual([]);
  });

  test('whoever is older than the root', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    const marked = { 50: 'm', 150: 'm' };
    expect(
      await membersOf(
        tree,
        [init, entry(50, 1, 50), entry(51, 100, 51), entry(150, 1, 150), entry(100, 1, 100)],
        marked,
      ),
    ).toEqual([100, 150]);
  });

  test('this process, nor any above it, whatever they carry', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    const above = entry(77, 1, 77, 500);
    const us = entry(process.pid, 77, 77, 501);
    expect(
      await membersOf(tree, [init, above, us, entry(100, process.pid, 100)], { 1: 'm', 77: 'm', [process.pid]: 'm' }),
    ).toEqual([100]);
  });

  test('the neighbour of a process that only has a copied environment', async () => {
    const tree = new ProcessTree(100, 'm', 100);
    const terminal = [entry(300, 1, 300), entry(301, 300, 300), entry(302, 300, 300)];
    expect(await membersOf(tree, [init, self, ...terminal], { 301: 'm' })).toEqual([301]);
    expect(tree.ownsSession(300)).toBe(false);
  });
});

describe('a look tells', () => {
  test('which sessions have begun and which have ended', () => {
    const tree = new ProcessTree(100, 'm', 100);
    const first = tree.remember([init, entry(100, 1, 100), entry(101, 100, 101)], performance.now());
    expect(first).toMatchObject({ sessionsBegun: [{ id: 101, leaderStart: 101 }], sessionsEnded: [] });
    const second = tree.remember([init, entry(100, 1, 100)], performance.now());
    expect(second).toMatchObject({ sessionsBegun: [], sessionsEnded: [{ id: 101, leaderStart: 101 }] });
  });

  test('nothing of what a listing from before could not know', async () => {
    const before = performance.now();
    const tree = new ProcessTree(100, 'm', 100);
    expect(tree.remember([init], before)).toEqual({ members: [], sessionsBegun: [], sessionsEnded: [] });
    expect(await membersOf(tree, [init, entry(100, 1, 100), entry(101, 1, 100)])).toEqual([100, 101]);
  });
});

import { expect, test } from 'vitest';
import { endTree } from '../../src/process/end-tree.js';
import type { ProcessEntry, ProcessTable, SignalResult } from '../../src/process/process-table.js';
import { ProcessTree } from '../../src/process/process-tree.js';

/**
 * Processes that no test can make for every user who runs it: of another user, or held by the kernel. `answers` says what comes of a
 * signal for each process id; one that is sent SIGKILL is gone, if it is not in `held`.
 */
class StubbornTable implements ProcessTable {
  readonly sent: string[] = [];
  readonly #answers: Readonly<Record<number, SignalResult>>;
  readonly #held: readonly number[];
  #entries: readonly ProcessEntry[];

  constructor(pids: readonly number[], answers: Readonly<Record<number, SignalResult>>, held: readonly number[] = []) {
    this.#entries = pids.map((pid) => ({ pid, parent: 1, group: 100, session: 100, startTime: 100 }));
    this.#answers = answers;
    this.#held = held;
  }

  async list(): Promise<readonly ProcessEntry[]> {
    return this.#entries;
  }

  async variable(): Promise<ReadonlyMap<number, string>> {
    return new Map();
  }

  lastId(): undefined {
    return undefined;
  }

  stopNewest(): readonly ProcessEntry[] {
    return [];
  }

  startTimeOf(): undefined {
    return undefined;
  }

  async signal({ pid }: ProcessEntry, signal: NodeJS.Signals): Promise<SignalResult> {
    const answer = this.#answers[pid] ?? 'sent';
    this.sent.push(`${pid} ${signal} ${answer}`);
    if (signal === 'SIGKILL' && answer === 'sent' && !this.#held.includes(pid)) {
      this.#entries = this.#entries.filter((entry) => entry.pid !== pid);
    }
    return answer;
  }

  async signalGroup(): Promise<SignalResult> {
    return 'sent';
  }
}

test('a process that may not be signalled is told, and not tried for ever', async () => {
  const table = new StubbornTable([100, 101], { 101: 'refused' });
  expect(await endTree(new ProcessTree(100, 'm', 100), table, 50)).toEqual([{ pid: 101, reason: 'refused' }]);
  expect(table.sent).toContain('100 SIGKILL sent');
  expect(table.sent.filter((line) => line.startsWith('101'))).toEqual(['101 SIGTERM refused', '101 SIGCONT refused']);
});

test('a process that the kernel does not let go of is told after some seconds', async () => {
  const table = new StubbornTable([100, 101], {}, [101]);
  expect(await endTree(new ProcessTree(100, 'm', 100), table, 0)).toEqual([{ pid: 101, reason: 'stuck' }]);
  expect(table.sent.filter((line) => line === '101 SIGKILL sent').length).toBeGreaterThan(1);
});

test('without a grace nobody is asked', async () => {
  const table = new StubbornTable([100], {});
  expect(await endTree(new ProcessTree(100, 'm', 100), table, 0)).toEqual([]);
  expect(table.sent).toEqual(['100 SIGSTOP sent', '100 SIGKILL sent']);
});

import { describe, expect, it, vi } from 'vitest';
import { type ApprovalDecision, ParkedApprovals } from '../../src/turn/parked-approvals.js';

const approval = (id: string) => ({ type: 'approval', id, tool: 'shell', input: { command: 'touch x' } }) as const;

describe('ParkedApprovals', () => {
  it('denies at once where nobody can be asked', () => {
    const decisions: ApprovalDecision[] = [];
    const parked = new ParkedApprovals(0, (decision) => decisions.push(decision));
    parked.park(approval('a'));
    expect(decisions).toMatchObject([{ allow: false, by: 'policy' }]);
    expect(parked.size).toBe(0);
  });

  it('decides each request exactly once', () => {
    const decisions: ApprovalDecision[] = [];
    const parked = new ParkedApprovals(60_000, (decision) => decisions.push(decision));
    parked.park(approval('a'));
    parked.park(approval('b'));
    expect(parked.list().map((one) => one.id)).toEqual(['a', 'b']);
    expect(parked.answer('a', true, 'yes')).toBe(true);
    expect(parked.answer('a', false, 'no')).toBe(false);
    parked.withdraw('b');
    expect(parked.answer('b', true, 'yes')).toBe(false);
    expect(decisions).toMatchObject([{ approval: { id: 'a' }, allow: true, by: 'caller', reason: 'yes' }]);
  });

  it('denies at once what comes when too many, or too much, wait already', () => {
    const decisions: ApprovalDecision[] = [];
    const parked = new ParkedApprovals(60_000, (decision) => decisions.push(decision));
    for (let index = 0; index < 101; index += 1) parked.park(approval(`a${index}`));
    expect(parked.size).toBe(100);
    expect(decisions).toMatchObject([{ approval: { id: 'a100' }, allow: false, by: 'limit' }]);
    parked.answer('a0', true, 'yes');
    parked.park({ ...approval('large'), input: 'x'.repeat(16_000_000) });
    expect(decisions.at(-1)).toMatchObject({ approval: { id: 'large' }, by: 'limit' });
    let nested: unknown = 'x';
    for (let depth = 0; depth < 200_000; depth += 1) nested = [nested];
    parked.park({ ...approval('deep'), input: nested });
    expect(decisions.at(-1)).toMatchObject({ approval: { id: 'deep' }, by: 'limit' });
    parked.clear();
    parked.park({ ...approval('large'), input: 'x'.repeat(15_000_000) });
    expect(parked.size).toBe(1);
    parked.clear();
  });

  it('denies by the clock what nobody answered', () => {
    vi.useFakeTimers();
    try {
      const decisions: ApprovalDecision[] = [];
      const parked = new ParkedApprovals(1000, (decision) => decisions.push(decision));
      parked.park(approval('a'));
      vi.advanceTimersByTime(999);
      expect(decisions).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(decisions).toMatchObject([{ allow: false, by: 'clock' }]);
      expect(parked.answer('a', true, 'late')).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

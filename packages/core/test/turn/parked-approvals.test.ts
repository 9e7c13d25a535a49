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

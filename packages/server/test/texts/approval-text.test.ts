import type { ParkedApproval } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { approvalText } from '../../src/texts/approval-text.js';

const approval = (id: string, input: unknown): ParkedApproval => ({ id, tool: 'edit', input, expiresAt: 60_000 });
const textOf = (...approvals: ParkedApproval[]) => approvalText('mint', 't1', approvals, { now: 0, personOnly: false });

describe('what waits for an approval', () => {
  it('is shown whole, with the call that answers it', () => {
    expect(textOf(approval('a1', { path: 'x', text: 'y' })).split('\n')).toEqual([
      '[needs approval: a1 · edit · denied by itself in 60s]',
      '{"path":"x","text":"y"}',
      'To answer: mint_send({ turn: "t1", command: "allow" }) or mint_send({ turn: "t1", command: "deny" }). Then mint_wait({ turn: "t1" }).',
    ]);
  });

  it('is cut where it is long, text by text and in all, and says how long it was', () => {
    const text = textOf(approval('a1', { text: 'y'.repeat(5_000_000), path: 'src/x.ts' }));
    expect(text).toContain(`${'y'.repeat(1_000)}`);
    expect(text).toContain('characters)');
    expect(text.length).toBeLessThan(3_000);
    expect(textOf(approval('a1', 'z'.repeat(5_000)))).toContain('… (5000 characters)');
  });

  it('is not more than can be read at once', () => {
    const text = textOf(...Array.from({ length: 100 }, (_, index) => approval(`a${index}`, { index })));
    expect(text).toContain('[needs approval: a9 · ');
    expect(text).not.toContain('a10 ');
    expect(text).toContain('[90 more need approval, and are shown when these have been answered]');
    expect(text).toContain('mint_send({ turn: "t1", approval: "a0", command: "allow" })');
  });
});

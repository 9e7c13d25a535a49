import { describe, expect, it } from 'vitest';
import { isMet, table, verdictTable } from '../figures/table.js';

const rows = [
  { what: 'one', figures: { 'MB above idle': 12.345, pings: 7 } },
  { what: 'the other', figures: { pings: 1234.5 } },
];

describe('table', () => {
  it('aligns figures under their names, and leaves out what was not measured', () => {
    expect(table(rows).split('\n')).toEqual([
      '           MB above idle  pings',
      'one                 12.3      7',
      'the other                  1235',
    ]);
  });
});

describe('verdicts', () => {
  it('are met up to the limit, or from it on', () => {
    const at = (value: number, bound: 'most' | 'least') => isMet({ what: '', value, limit: 2, bound });
    expect([at(2, 'most'), at(2.01, 'most'), at(2, 'least'), at(1.99, 'least')]).toEqual([true, false, true, false]);
  });

  it('stand with what was found, what may be, and whether it is', () => {
    const lines = verdictTable([
      { what: 'warm turn', value: 0.126, limit: 0.25, bound: 'most' },
      { what: 'MB a second', value: 99, limit: 150, bound: 'least' },
    ]).split('\n');
    expect(lines).toEqual(['warm turn    0.126  ≤ 0.250     met', 'MB a second     99    ≥ 150  MISSED']);
  });
});

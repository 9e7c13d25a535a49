import { expect, it } from 'vitest';
import { table } from '../../src/shared/table.js';

it('aligns its columns, and lets nothing in a cell move the cursor', () => {
  expect(
    table(
      ['A', 'LONG', 'LAST'],
      [
        ['one', 'x', '/a b'],
        ['2', 'longer', '\u001b[2Jout\nof\u202e line'],
      ],
    ),
  ).toBe('A    LONG    LAST\none  x       /a b\n2    longer   [2Jout of  line\n');
});

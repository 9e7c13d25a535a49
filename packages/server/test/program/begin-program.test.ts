import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { refusedNode } from '../../src/program/begin-program.js';

describe('the Node.js that a program is started with', () => {
  it.each(['22.19.0', '22.20.1', '23.0.0', '24.21.0', '100.0.0'])('may be %s', (version) => {
    expect(refusedNode(version)).toBeUndefined();
  });

  it.each(['22.18.9', '20.20.2', '18.0.0', '22.9.0'])(
    'is refused when it is %s, in one sentence that says so',
    (version) => {
      expect(refusedNode(version)).toMatch(
        /^This program needs Node\.js 22\.19 or newer, and was started with [\d.]+: install /,
      );
      expect(refusedNode(version)).toContain(version);
    },
  );

  it('is the one that the package names', async () => {
    const { engines } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    const oldest = String(engines.node).replace('>=', '');
    expect(refusedNode(`${oldest}.0`)).toBeUndefined();
    expect(refusedNode('0.0.0')).toContain(`Node.js ${oldest} or newer`);
  });
});

import { expect, it } from 'vitest';
import { runExample } from '../example.js';

it('mounts two agents in one server', async () => {
  const lines: string[] = [];
  await runExample((line) => lines.push(line));
  expect(lines.join('\n')).toContain('pi, asked again in its session');
});

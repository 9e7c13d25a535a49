import { expect, it } from 'vitest';
import { terminalText } from '../../src/program/terminal-text.js';

it('tells someone who started it by hand what it is, how to use it, and how to leave', () => {
  const manifest = { name: 'lines-cli-mcp', version: '1.2.3', description: 'x' };
  const text = terminalText(manifest, { server: 'lines', command: 'npx -y lines-cli-mcp' });
  expect(text).toContain('lines-cli-mcp 1.2.3 speaks MCP');
  expect(text).toContain('claude mcp add lines -s user -- npx -y lines-cli-mcp');
  expect(text).toContain('--help');
  expect(text).toContain('Ctrl-C ends it');
});

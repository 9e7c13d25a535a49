import { expect, it } from 'vitest';
import { ownServer } from '../../src/index.js';

const program = { name: 'qwen-cli-mcp', node: '/opt/node/bin/node', platform: 'linux' } as const;

it('is started by its paths, unless npx has brought it here', () => {
  const script = '/home/me/agentmount/packages/qwen-cli-mcp/dist/cli.js';
  expect(ownServer({ ...program, script }, 'qwen', ['serve'])).toEqual({
    name: 'qwen',
    command: '/opt/node/bin/node',
    args: [script, 'serve'],
  });
  const cached = { ...program, script: '/home/me/.npm/_npx/0123/node_modules/qwen-cli-mcp/dist/cli.js' };
  expect(ownServer(cached, 'qwen', [])).toEqual({ name: 'qwen', command: 'npx', args: ['-y', 'qwen-cli-mcp'] });
  const windows = { ...cached, platform: 'win32', script: 'C:\\npm\\_npx\\0123\\cli.js' } as const;
  expect(ownServer(windows, 'qwen', [])).toEqual({
    name: 'qwen',
    command: 'cmd',
    args: ['/c', 'npx', '-y', 'qwen-cli-mcp'],
  });
});

import { expect, it } from 'vitest';
import { changedSettings, readSettings } from '../../src/index.js';
import { linesAdapter } from '../fixtures/lines-adapter.js';

const changed = (environment: Readonly<Record<string, string>>) => {
  const { settings } = readSettings(linesAdapter, { environment, home: '/home/me' });
  return changedSettings(linesAdapter, settings, '/home/me');
};

it('names what is not at its default, and shows nothing of a wrapper but its program', () => {
  expect(changed({})).toEqual([]);
  const same = {
    LINES_MCP_SPARES: '1',
    LINES_MCP_STATE: '~/.local/state/lines-mcp/sessions.json',
    LINES_MCP_TONE: 'loud',
  };
  expect(changed(same)).toEqual([]);
  expect(
    changed({
      LINES_MCP_BIN: '/opt/lines',
      LINES_MCP_MAX_TIMEOUT_MS: '1000',
      LINES_MCP_WRAP: 'docker run -e TOKEN=secret box',
      LINES_MCP_ENV_ALLOW: 'PATH, LINES_*',
      LINES_MCP_WAIT_MS: '5',
      LINES_MCP_APPROVALS: 'person',
      LINES_MCP_MAX_FRAME: '2048',
      LINES_MCP_TONE: 'plain',
    }),
  ).toEqual([
    { name: 'LINES_MCP_BIN', value: '/opt/lines', default: 'lines' },
    { name: 'LINES_MCP_MAX_TIMEOUT_MS', value: '1000', default: '86400000' },
    { name: 'LINES_MCP_MAX_FRAME', value: '2048', default: '8000000' },
    { name: 'LINES_MCP_WRAP', value: 'docker …', default: 'unset' },
    { name: 'LINES_MCP_WAIT_MS', value: '5', default: 'by host' },
    { name: 'LINES_MCP_APPROVALS', value: 'person', default: 'caller' },
    { name: 'LINES_MCP_ENV_ALLOW', value: 'PATH,LINES_*', default: 'unset' },
    { name: 'LINES_MCP_TONE', value: 'plain', default: 'loud' },
  ]);
});

import { describe, expect, test } from 'vitest';
import { agentEnvironment } from '../../src/process/environment.js';

const inherited = {
  PATH: '/usr/bin',
  HOME: '/home/ada',
  OPENAI_API_KEY: 'key',
  OPENAI_BASE_URL: 'http://127.0.0.1/v1',
  MINT_MCP_MODEL: 'm',
  MINT_MCP_BIN: '/opt/mint',
  MINTING: 'yes',
  NESTED_MARK: '1',
  AGENTMOUNT_DEPTH: '7',
  AGENTMOUNT_PROCESS: 'outer',
  UNSET: undefined,
};

describe('the environment of an agent', () => {
  test('is inherited, without the server’s own variables and the marks of other agents', () => {
    expect(agentEnvironment({ inherited, removes: ['MINT_MCP_*', 'NESTED_MARK'], add: {}, depth: 1 })).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/ada',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: 'http://127.0.0.1/v1',
      MINTING: 'yes',
      AGENTMOUNT_DEPTH: '1',
    });
  });

  test('gets what the plan adds, whatever the rules say', () => {
    const add = { MINT_MCP_MODEL: 'plan', NESTED_MARK: 'plan', PATH: '/plan' };
    const environment = agentEnvironment({
      inherited,
      removes: ['MINT_MCP_*', 'NESTED_MARK'],
      allow: [],
      add,
      depth: 2,
    });
    expect(environment).toEqual({ ...add, AGENTMOUNT_DEPTH: '2' });
  });

  test('is restricted to the allowed names, PATH and HOME not excepted', () => {
    const rules = { inherited, removes: ['MINT_MCP_*'], add: {}, depth: 1 };
    expect(agentEnvironment({ ...rules, allow: ['OPENAI_*', 'HOME', 'MINT_MCP_BIN'] })).toEqual({
      HOME: '/home/ada',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: 'http://127.0.0.1/v1',
      AGENTMOUNT_DEPTH: '1',
    });
    expect(agentEnvironment({ ...rules, allow: [] })).toEqual({ AGENTMOUNT_DEPTH: '1' });
    expect(agentEnvironment({ ...rules, allow: ['*'] })).toEqual(agentEnvironment(rules));
  });

  test('takes a pattern’s other characters as they are', () => {
    const rules = { inherited: { 'A.B': '1', AXB: '2', 'A(B': '3' }, removes: [], add: {}, depth: 1 };
    expect(agentEnvironment({ ...rules, allow: ['A.B', 'A(*'] })).toEqual({
      'A.B': '1',
      'A(B': '3',
      AGENTMOUNT_DEPTH: '1',
    });
  });

  test('knows names in any case on Windows only', () => {
    const rules = {
      inherited: { Path: 'C:\\', Mint_Mcp_Bin: 'x' },
      removes: ['MINT_MCP_*'],
      allow: ['PATH'],
      add: {},
      depth: 1,
    };
    expect(agentEnvironment({ ...rules, platform: 'win32' })).toEqual({ Path: 'C:\\', AGENTMOUNT_DEPTH: '1' });
    expect(agentEnvironment({ ...rules, platform: 'linux' })).toEqual({ AGENTMOUNT_DEPTH: '1' });
    expect(agentEnvironment({ ...rules, add: { PATH: 'D:\\' }, platform: 'win32' })).toEqual({
      PATH: 'D:\\',
      AGENTMOUNT_DEPTH: '1',
    });
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sourceViolations } from '../../checks/source-rules.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agentmount-rules-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function workspace(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The places that are reported in a workspace of these files, as `path:line message`. */
function reported(files: Record<string, string>, exceptions: Parameters<typeof sourceViolations>[1] = []) {
  workspace(files);
  return sourceViolations(root, exceptions).map(({ path, line, message }) => `${path}:${line} ${message}`);
}

describe('imports', () => {
  test('takes a workspace in which every import points the right way', () => {
    const files = {
      'packages/core/src/index.ts':
        "import { z } from 'zod';\nexport { spawnAgent } from './process/spawn-agent.js';\nz.string();",
      'packages/core/src/process/spawn-agent.ts': "export { spawn as spawnAgent } from 'node:child_process';",
      'packages/adapter-pi/src/adapter.ts':
        "import type { Frame } from '@earendil-works/pi-coding-agent';\nimport { join } from 'node:path';\nimport { run } from '@agentmount/core';\nexport const a: Frame = run(join('a'));",
      'packages/server/src/serve.ts':
        "import { McpServer } from '@modelcontextprotocol/server';\nimport '@agentmount/core';\nnew McpServer();",
      'packages/pi-cli-mcp/src/cli.ts':
        "import '@agentmount/server';\nimport '@agentmount/adapter-pi';\nimport 'node:process';\nimport '../package.json';",
      'packages/external-context/src/search-server/serve-search.ts':
        "import { Server } from '@modelcontextprotocol/server';\nimport 'undici';\nnew Server();",
      'packages/external-context/src/launcher/qwen-process.ts': "import 'node:child_process';",
      'packages/testkit/src/home.ts':
        "import { spawn } from 'node:child_process';\nimport '@modelcontextprotocol/client';\nspawn('pi');",
      'packages/server/test/serve.test.ts':
        "import '@agentmount/testkit';\nimport '@agentmount/core/testing';\nimport '@modelcontextprotocol/sdk/client/index.js';\nimport '../src/serve.js';\nimport 'node:child_process';",
      'packages/agentmount/src/record/record.ts': "import '@agentmount/core/testing';",
      'scripts/demo.ts': "import '@agentmount/testkit';",
    };
    expect(reported(files)).toEqual([]);
  });

  test.each([
    [
      'a workspace package in core',
      'core/src/a.ts',
      "import '@agentmount/server';",
      /may import zod, not @agentmount\/server/,
    ],
    [
      'the MCP SDK in core',
      'core/src/a.ts',
      "import '@modelcontextprotocol/server';",
      /may import zod, not @modelcontext/,
    ],
    [
      'a process outside its folder',
      'core/src/a.ts',
      "import { spawn } from 'node:child_process';",
      /only packages\/core\/src\/process/,
    ],
    [
      'a process as a type',
      'server/src/a.ts',
      "import type { ChildProcess } from 'node:child_process';",
      /only packages\/core/,
    ],
    [
      'a process through a dynamic import',
      'server/src/a.ts',
      "await import('node:child_process');",
      /only packages\/core/,
    ],
    ['a process through require', 'server/src/a.ts', "require('child_process');", /write node:child_process/],
    [
      'a process through an export',
      'core/src/a.ts',
      "export { spawn } from 'node:child_process';",
      /only packages\/core/,
    ],
    [
      'one adapter in another',
      'adapter-qwen/src/a.ts',
      "import '@agentmount/adapter-pi';",
      /may import @agentmount\/core, zod/,
    ],
    [
      'a type of another adapter',
      'adapter-qwen/src/a.ts',
      "import type { A } from '@agentmount/adapter-pi';",
      /not @agentmount/,
    ],
    [
      'code of an agent in its adapter',
      'adapter-qwen/src/a.ts',
      "import { query } from '@qwen-code/sdk';",
      /only types may be borrowed/,
    ],
    [
      'an empty import of an agent',
      'adapter-qwen/src/a.ts',
      "import { type A } from '@qwen-code/sdk';",
      /only types may be borrowed/,
    ],
    [
      'files in an adapter',
      'adapter-pi/src/a.ts',
      "import { readFileSync } from 'node:fs';",
      /only translates.*not node:fs/,
    ],
    [
      'the server in an adapter',
      'adapter-pi/src/a.ts',
      "import '@agentmount/server';",
      /may import @agentmount\/core, zod/,
    ],
    ['an adapter in the server', 'server/src/a.ts', "import '@agentmount/adapter-pi';", /not @agentmount\/adapter-pi/],
    [
      'the type of an adapter in the server',
      'server/src/a.ts',
      "type A = import('@agentmount/adapter-pi').A;",
      /not @agentmount/,
    ],
    [
      'the wrong adapter in a program',
      'qwen-cli-mcp/src/cli.ts',
      "import '@agentmount/adapter-pi';",
      /not @agentmount\/adapter-pi/,
    ],
    ['core in a program', 'qwen-cli-mcp/src/cli.ts', "import '@agentmount/core';", /not @agentmount\/core/],
    ['the testkit in a source', 'server/src/a.ts', "import '@agentmount/testkit';", /not @agentmount\/testkit/],
    [
      'the testing entry in a source',
      'server/src/a.ts',
      "import '@agentmount/core/testing';",
      /for tests, not for sources/,
    ],
    [
      'a path into another package',
      'server/src/a.ts',
      "import '../../core/src/index.js';",
      /leaves packages\/server\/src/,
    ],
    [
      'a path into another package from a test',
      'server/test/a.test.ts',
      "import '../../core/src/index.js';",
      /leaves packages\/server/,
    ],
    [
      'the manifest of another package',
      'server/src/a.ts',
      "import '../../core/package.json';",
      /leaves packages\/server\/src/,
    ],
    [
      'a source that reaches for its tests',
      'server/src/a.ts',
      "import '../test/helper.js';",
      /leaves packages\/server\/src/,
    ],
    [
      'a second place of external-context that starts processes',
      'external-context/src/launcher/other.ts',
      "import 'node:child_process';",
      /only packages\/core\/src\/process\/ starts processes/,
    ],
    ['core in external-context', 'external-context/src/a.ts', "import '@agentmount/core';", /may import undici, zod/],
    ['a package without a rule', 'mystery/src/a.ts', "import 'zod';", /packages\/mystery has no rule/],
  ])('refuses %s', (_, path, text, message) => {
    const violations = reported({ [`packages/${path}`]: text });
    expect(violations).toContainEqual(expect.stringMatching(new RegExp(`^packages/${path}:1 .*${message.source}`)));
  });

  test('refuses a second file that imports the MCP SDK, and names both', () => {
    const violations = reported({
      'packages/server/src/a.ts': "import { McpServer } from '@modelcontextprotocol/server';\nnew McpServer();",
      'packages/server/src/b.ts': "\nimport type { Tool } from '@modelcontextprotocol/server';\nexport type { Tool };",
    });
    expect(violations).toEqual([
      expect.stringMatching(/^packages\/server\/src\/a\.ts:1 one file imports the MCP SDK, not 2: .*a\.ts, .*b\.ts$/),
      expect.stringMatching(/^packages\/server\/src\/b\.ts:2 /),
    ]);
  });
});

describe('names of agents in core and server', () => {
  test.each([
    ['a string', "export const a = 'run pi now';", 'pi'],
    ['an identifier', 'export const piHome = 1;', 'pi'],
    ['the end of an identifier', 'export const startPi = 1;', 'Pi'],
    ['an environment variable', "export const a = 'PI_HOME';", 'PI'],
    ['a longer word', "export const a = 'CLAUDECODE';", 'CLAUDE'],
    ['a template', 'export const a = `the qwen`;', 'qwen'],
    ['a property', 'export const a = { codex: 1 };', 'codex'],
    ['a pattern', 'export const a = /^gemini/;', 'gemini'],
    ['a type', "export type A = 'kimi';", 'kimi'],
  ])('refuses one in %s', (_, text, name) => {
    const path = 'packages/core/src/a.ts';
    expect(reported({ [path]: text })).toEqual([`${path}:1 names an agent (${name}): core and server know none`]);
  });

  test('does not mistake other words for one', () => {
    const text = "export const api = ['pipe', 'API', 'copies', 'typing', 'Picture', 'capital', 'spin'];";
    expect(reported({ 'packages/core/src/a.ts': text })).toEqual([]);
  });

  test('leaves comments and other packages alone', () => {
    const files = {
      'packages/core/src/a.ts': '// qwen 0.24.4 sends this twice.\nexport const a = 1;',
      'packages/adapter-qwen/src/a.ts': "export const a = 'qwen';",
      'packages/core/test/a.test.ts': "export const a = 'qwen';",
    };
    expect(reported(files)).toEqual([]);
  });

  test('takes a file with an exception, and refuses an exception that nothing needs', () => {
    const exceptions = ['packages/server/src/hosts.ts', 'packages/server/src/gone.ts'].map((path) => ({
      path,
      reason: 'r',
    }));
    const violations = reported({ 'packages/server/src/hosts.ts': "export const a = 'codex';" }, exceptions);
    expect(violations).toEqual([expect.stringMatching(/^packages\/server\/src\/gone\.ts:1 has an exception/)]);
  });
});

describe('adapters', () => {
  test.each([
    ['a clock', 'export const a = () => Date.now();', 'Date.now'],
    ['today', 'export const a = () => new Date();', 'new Date()'],
    ['a timer', 'export const a = () => setTimeout(() => 1, 2);', 'setTimeout'],
    ['the environment', "export const a = () => process.env['A'];", 'process.env'],
    ['chance', 'export const a = () => Math.random();', 'Math.random'],
    ['a promise', 'export async function a() {}', 'async'],
  ])('may not use %s', (_, text, effect) => {
    const path = 'packages/adapter-pi/src/a.ts';
    expect(reported({ [path]: text })).toEqual([`${path}:1 an adapter is pure and synchronous: no ${effect}`]);
  });

  test('may work with dates that they were given', () => {
    const text = 'export const a = (time: number, env: { A?: string }) => [new Date(time), env.A];';
    expect(reported({ 'packages/adapter-pi/src/a.ts': text })).toEqual([]);
  });
});

test('refuses a source file of more than 280 lines, but not a test', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  const violations = reported({
    'packages/core/src/long.ts': lines(281),
    'packages/core/src/short.ts': lines(280),
    'packages/core/test/long.test.ts': lines(900),
    'scripts/long.mjs': lines(300),
  });
  expect(violations).toEqual([
    'packages/core/src/long.ts:281 has 281 lines; above 280 a file does two things',
    'scripts/long.mjs:281 has 300 lines; above 280 a file does two things',
  ]);
});

test('says which file it cannot read', () => {
  workspace({ 'packages/core/src/broken.ts': 'export const = ;' });
  expect(() => sourceViolations(root, [])).toThrow(/packages\/core\/src\/broken\.ts cannot be parsed/);
});

test('holds for this workspace', () => {
  expect(sourceViolations(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { piAdapter } from '@agentmount/adapter-pi';
import { qwenAdapter } from '@agentmount/adapter-qwen';
import type { AgentAdapter } from '@agentmount/core';
import { createPiHome, createQwenHome, expectNoProcesses, startScriptedModel } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { doctor } from '../../src/index.js';
import { runCommand } from '../support.js';

const adapters = [qwenAdapter as AgentAdapter];

/** The lines of one thing, without the marks in front. */
function linesOf(stdout: string, about: string): readonly string[] {
  return stdout.split('\n').filter((line) => new RegExp(`^  (?:ok|note|PROBLEM) +${about} `).test(line));
}

describe('doctor with the real qwen', () => {
  it('says that all is well, and how it knows', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model, env: { QWEN_MCP_APPROVAL_MODE: 'plan' } });
    const { code, stdout, stderr } = await runCommand(doctor, { adapters, env: home.env, cwd: home.work }, {});
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Qwen Code \(qwen\)\n {2}ok/);
    expect(stdout).toContain(`${home.bin}, found on the PATH`);
    expect(stdout).toMatch(/ok +version +0\.24\.4, inside the tested range \(0\.24\.0 up to below 0\.25\.0\)/);
    expect(stdout).toMatch(/ok +handshake +ready for a prompt after \d+ ms/);
    expect(stdout).toMatch(/ok +models +2 can be used/);
    expect(stdout).toMatch(
      /ok +waiting +after a turn, a process waits for the next call of each server, about \d+ MB each/,
    );
    expect(stdout).toMatch(/ok +state +.*qwen-mcp can be written/);
    expect(stdout).toContain('QWEN_MCP_APPROVAL_MODE=plan (default yolo)');
    expect(stdout).toMatch(/This machine\n {2}ok +leftovers +no process of a dead server is left/);
    expect(stdout).not.toContain('scripted-key');
    expect(model.requests).toEqual([]);
    await expectNoProcesses(home);
  });

  it('gives the same to programs', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const { code, stdout } = await runCommand(doctor, { adapters, env: home.env, args: ['--json'] }, {});
    expect(code).toBe(0);
    const said = JSON.parse(stdout);
    expect(said).toMatchObject({
      ok: true,
      agents: [
        {
          agent: 'qwen',
          title: 'Qwen Code',
          facts: {
            path: home.bin,
            version: '0.24.4',
            handshake_ms: expect.any(Number),
            waiting_process_bytes: expect.any(Number),
            models: ['fake-1', 'fake-2'],
          },
        },
      ],
      machine: [],
    });
  });

  it('says that nobody is logged in, and what to do', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model, settings: { security: {}, modelProviders: {}, model: {} } });
    const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, OPENAI_MODEL: _model, ...env } = home.env;
    const { code, stdout } = await runCommand(doctor, { adapters, env }, {});
    expect(code, stdout).toBe(1);
    expect(linesOf(stdout, 'login').join(), stdout).toContain('PROBLEM');
    await expectNoProcesses(home);
  });

  it('says that the state folder cannot be used', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    await writeFile(join(home.home, '.local'), 'in the way');
    const { code, stdout } = await runCommand(doctor, { adapters, env: home.env }, {});
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /PROBLEM +state +.*qwen-mcp cannot be used: a part of its path is not a folder \(ENOTDIR\)\n.*QWEN_MCP_STATE/,
    );
  });
});

describe('doctor and a program that is not as it should be', () => {
  it('says how to install one that is missing, and looks at the others all the same', async () => {
    await using model = await startScriptedModel();
    await using home = await createPiHome({ model });
    const both = [qwenAdapter as AgentAdapter, piAdapter as AgentAdapter];
    const { code, stdout } = await runCommand(doctor, { adapters: both, env: home.env, cwd: home.work }, {});
    expect(code, stdout).toBe(1);
    expect(stdout).toMatch(
      /PROBLEM +program +cannot find qwen on the PATH, .*npm i -g @qwen-code\/qwen-code.*QWEN_MCP_BIN/,
    );
    expect(linesOf(stdout, 'handshake')).toHaveLength(1);
    expect(stdout).toContain(`${home.bin}, found on the PATH`);
    expect(linesOf(stdout, 'models').join()).toMatch(/ok +models +\d+ can be used/);
    await expectNoProcesses(home);
  });

  it('names a version that was not tested, and a handshake that never came', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const folder = join(home.home, 'other');
    await mkdir(folder);
    const bin = join(folder, 'qwen');
    await writeFile(bin, '#!/bin/sh\n[ "$1" = --version ] && echo 9.1.2 && exit\necho secret-in-stderr >&2\nexit 3\n');
    await chmod(bin, 0o755);
    const env = { ...home.env, QWEN_MCP_BIN: bin, QWEN_MCP_TIMEOUT_MS: 'soon', QWEN_MCP_WRAP: "'" };
    const { code, stdout } = await runCommand(doctor, { adapters, env }, {});
    expect(code).toBe(1);
    expect(stdout).toContain(`${bin}, named by QWEN_MCP_BIN`);
    expect(stdout).toMatch(
      /note +version +9\.1\.2, outside the tested range.*\n.*npm i -g @qwen-code\/qwen-code@0\.24\.0/,
    );
    expect(stdout).toMatch(/PROBLEM +handshake +it was never ready for a prompt: .*3/);
    expect(stdout).toMatch(/note +settings +QWEN_MCP_TIMEOUT_MS must be/);
    expect(stdout).toMatch(/PROBLEM +settings +QWEN_MCP_WRAP must be/);
  });

  it('refuses words that it does not know', async () => {
    const { code, stdout, stderr } = await runCommand(doctor, { adapters, env: {}, args: ['quen'] }, {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('tool doctor: there is no agent "quen"; there is qwen. See tool doctor --help.\n');
    const flag = await runCommand(doctor, { adapters, env: {}, args: ['--fast'] }, {});
    expect(flag).toMatchObject({ code: 2, stderr: expect.stringMatching(/--fast.*it takes --json/) });
  });
});

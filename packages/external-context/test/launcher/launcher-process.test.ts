import { chmodSync, chownSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL, CREDENTIAL_NAME } from '../support/configurations.js';
import { createInstallation, type Installation, type InstallationOptions, ownUid } from '../support/installation.js';
import { runCommand, runProgram } from '../support/run-program.js';
import { noTerminal, runOnTerminal } from '../support/terminal.js';

const nobody = 65534;
const orWhyNot = noTerminal === undefined ? '' : ` (${noTerminal})`;

/** What a hostile caller brings along. */
const hostile = {
  NODE_OPTIONS: '--require /nonexistent.js',
  NODE_DEBUG: 'http',
  NODE_V8_COVERAGE: '/nonexistent',
  HTTP_PROXY: 'http://evil.example',
  https_proxy: 'http://evil.example',
  QWEN_HOME: '/nonexistent',
  QWEN_CODE_SAFE_MODE: '1',
  QWEN_EXTERNAL_CONTEXT_CONFIG: '/nonexistent',
  OPENAI_BASE_URL: 'http://evil.example/v1',
  OPENAI_API_KEY: 'theirs',
  [CREDENTIAL_NAME]: 'theirs',
  BASH_ENV: '/nonexistent',
  ENV: '/nonexistent',
  HOME: '/nonexistent',
  LC_ALL: 'C\u001b]0;title\u0007',
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
};

/** An installation with the command that people start, which the administrator's program wrote. */
async function createCommand(options: InstallationOptions) {
  const installation = await createInstallation({ ...options, hasPrograms: true });
  const command = installation.at('program', 'start');
  const admin = await runProgram(installation.at('program/admin.js'), {
    arguments: ['install', installation.manifestPath, command],
  });
  expect(admin).toMatchObject({ code: 0, stderr: '' });
  return { ...installation, command, [Symbol.asyncDispose]: installation[Symbol.asyncDispose] };
}

function recordOf(installation: Installation) {
  return JSON.parse(readFileSync(installation.at('home/record.json'), 'utf8'));
}

describe.runIf(noTerminal === undefined)(`a launcher on a terminal${orWhyNot}`, () => {
  it.each(['on-demand', 'auto-recall'] as const)('starts exactly what its manifest says (%s)', async (profile) => {
    await using start = await createCommand({ profile });
    symlinkSync(start.command, start.at('link'));
    // `script` is told what is hostile by way of the shell: LD_PRELOAD and the like would hit it as well.
    const result = await runOnTerminal(start.at('link'), { env: hostile, cwd: '/' });
    const note =
      'external-context: warning: The running user is a trusted owner and can change everything that the checks protect.';
    expect(result).toMatchObject({ code: 0, stdout: `${note}\r\n`, stderr: '' });
    const record = recordOf(start);
    const { nodePath, qwenEntry } = start.manifest();
    const pinned = ['--mcp-config', start.at('etc/mcp.json'), '--allowed-mcp-server-names', 'external-context'];
    expect(record).toMatchObject({
      execArgv: [],
      argv: [nodePath, qwenEntry, ...(profile === 'on-demand' ? pinned : [])],
      cwd: start.at('repository'),
      terminals: [true, true, true],
    });
    expect(record.env).toEqual({
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      PATH: '/usr/bin:/bin',
      HOME: start.at('home'),
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_MODEL: 'fake-1',
      OPENAI_API_KEY: 'model-key-canary',
      [CREDENTIAL_NAME]: CREDENTIAL,
      QWEN_EXTERNAL_CONTEXT_CONFIG: start.at('etc/provider.json'),
      QWEN_HOME: start.at('qwen-home'),
      QWEN_CODE_SYSTEM_SETTINGS_PATH: start.at('etc/system.json'),
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: start.at('etc/defaults.json'),
      QWEN_CODE_SAFE_MODE: '0',
      QWEN_CODE_SIMPLE: '0',
      QWEN_CODE_MEMORY_TEAM: '0',
      QWEN_CODE_MEMORY_TEAM_SYNC: '0',
      QWEN_TELEMETRY_ENABLED: '0',
      QWEN_TELEMETRY_LOG_PROMPTS: '0',
      QWEN_TELEMETRY_INCLUDE_SENSITIVE_SPAN_ATTRIBUTES: '0',
      QWEN_USAGE_STATISTICS_ENABLED: '0',
      NO_PROXY: '*',
      no_proxy: '*',
    });
  });

  it('takes no arguments', async () => {
    await using start = await createCommand({ profile: 'auto-recall' });
    for (const argument of ['--yolo', '-p x', '--', "''"]) {
      const result = await runOnTerminal(`${start.command} ${argument}`);
      expect(result.code, argument).toBe(64);
      expect(result.stdout).toMatch(/^external-context: arguments: [^\n]+\n$/);
    }
    expect(existsSync(start.at('home/record.json'))).toBe(false);
  });

  it('is what it says: with input or output elsewhere it refuses', async () => {
    await using start = await createCommand({ profile: 'auto-recall' });
    for (const line of [`${start.command} </dev/null`, `${start.command} >/dev/null`]) {
      expect((await runOnTerminal(line)).code, line).toBe(65);
    }
    expect(await runCommand(start.command, [])).toMatchObject({ code: 65, stdout: '' });
    expect((await runOnTerminal(`${start.command} 2>/dev/null`)).code).toBe(0);
  });

  it.each([
    ['0', 0],
    ['3', 3],
    ['55', 55],
    ['SIGTERM', 143],
    ['SIGKILL', 137],
  ])('ends as qwen ends: %s is %i', async (ending, code) => {
    await using start = await createCommand({ profile: 'on-demand' });
    writeFileSync(start.at('home/ending'), ending);
    expect((await runOnTerminal(start.command)).code).toBe(code);
  });

  it('passes on a signal, and leaves the keys to qwen', async () => {
    await using start = await createCommand({ profile: 'on-demand' });
    writeFileSync(start.at('home/ending'), 'wait');
    const result = await runOnTerminal(start.command, {
      async whileRunning() {
        const record = await waitFor(() => existsSync(start.at('home/record.json')) && recordOf(start), {
          what: 'qwen',
        });
        const status = readFileSync(`/proc/${record.pid}/status`, 'utf8');
        process.kill(Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), 'SIGTERM');
      },
    });
    expect(result.code).toBe(7);
  });

  it('lets qwen handle Ctrl-C', async () => {
    await using start = await createCommand({ profile: 'on-demand' });
    writeFileSync(start.at('home/ending'), 'wait');
    // A shell in between would end for the key, too.
    const result = await runOnTerminal(`exec ${start.command}`, {
      async whileRunning({ write }) {
        await waitFor(() => existsSync(start.at('home/record.json')) && recordOf(start), { what: 'qwen' });
        write('\u0003');
      },
    });
    expect(result.code).toBe(9);
  });
});

const isRoot = noTerminal === undefined && ownUid === 0;

describe.runIf(isRoot)(
  `somebody who is not the administrator${isRoot ? '' : ' (needs root, who can become somebody else)'}`,
  () => {
    const person = { prefix: ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] };

    /** An installation of root's for the user `nobody`, with a sticky folder for qwen's own files. */
    async function createForNobody() {
      const start = await createCommand({
        profile: 'auto-recall',
        fields: { trustedOwnerUids: [0], allowRoot: false },
      });
      for (const path of ['etc/credential', 'etc/model-key', 'home']) chownSync(start.at(path), nobody, nobody);
      chownSync(start.at('qwen-home'), 0, nobody);
      chmodSync(start.at('qwen-home'), 0o1770);
      return start;
    }

    it('can start it, and cannot change what it starts', async () => {
      await using start = await createForNobody();
      expect(await runOnTerminal(start.command, person)).toMatchObject({ code: 0, stdout: '' });
      expect(recordOf(start).argv).toHaveLength(2);
      const settings = start.at('qwen-home/settings.json');
      const before = readFileSync(settings, 'utf8');
      for (const attempt of ['mv "$0" "$0.old"', 'rm -f "$0"', 'echo x >> "$0"', 'ln -f /dev/null "$0"']) {
        const { code } = await runCommand('setpriv', [...person.prefix.slice(1), 'sh', '-c', attempt, settings], {
          env: { PATH: '/usr/bin:/bin' },
        });
        expect(code, attempt).not.toBe(0);
      }
      expect(readFileSync(settings, 'utf8')).toBe(before);
      // qwen itself needs to make folders there.
      const made = await runCommand('setpriv', [
        ...person.prefix.slice(1),
        '/bin/mkdir',
        start.at('qwen-home/extensions'),
      ]);
      expect(made.code).toBe(0);
    });

    it("is told by the doctor and by the launcher what is not the administrator's", async () => {
      await using start = await createForNobody();
      chownSync(start.at('etc/provider.json'), nobody, nobody);
      expect((await runOnTerminal(start.command, person)).code).toBe(69);
      const doctor = await runCommand('setpriv', [
        ...person.prefix.slice(1),
        start.manifest().nodePath,
        start.at('program/admin.js'),
        'doctor',
        start.manifestPath,
      ]);
      expect(doctor).toMatchObject({ code: 69, stderr: '' });
      expect(doctor.stdout).toMatch(/^passed {2}manifest\n/);
      expect(doctor.stdout).toContain('FAILED  ownership\n          providerConfigPath, and the folders above it,');
      chownSync(start.at('etc/provider.json'), 0, 0);
      chmodSync(start.at('qwen-home'), 0o777);
      expect((await runOnTerminal(start.command, person)).code).toBe(69);
      chmodSync(start.at('qwen-home'), 0o755);
      chownSync(start.at('etc/manifest.json'), nobody, nobody);
      expect((await runOnTerminal(start.command, person)).code).toBe(66);
      expect(existsSync(start.at('home/record.json'))).toBe(false);
    });
  },
);

describe("the administrator's program", () => {
  it('says what it can do', async () => {
    await using installation = await createInstallation({ profile: 'on-demand', hasPrograms: true });
    const admin = (...list: string[]) => runProgram(installation.at('program/admin.js'), { arguments: list });
    expect(await admin('--help')).toMatchObject({ code: 0, stderr: '' });
    for (const list of [
      [],
      ['doctor'],
      ['doctor', 'a', 'b'],
      ['install', 'a'],
      ['install', 'a', 'b', 'c'],
      ['other'],
    ]) {
      expect(await admin(...list)).toMatchObject({ code: 64, stdout: '', stderr: expect.stringMatching(/^Usage:/) });
    }
  });

  it('installs a command once, and only for a good manifest', async () => {
    await using installation = await createInstallation({ profile: 'on-demand', hasPrograms: true });
    const admin = (...list: string[]) => runProgram(installation.at('program/admin.js'), { arguments: list });
    const command = installation.at("it's a command");
    expect(await admin('install', installation.manifestPath, 'relative')).toMatchObject({ code: 68 });
    expect(await admin('install', installation.manifestPath, command)).toMatchObject({ code: 0 });
    expect(statSync(command).mode & 0o777).toBe(0o755);
    expect(readFileSync(command, 'utf8')).toContain('"$@"');
    const again = await admin('install', installation.manifestPath, command);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('choose a path where nothing is yet') });
    installation.write('etc/manifest.json', '{}');
    expect(await admin('install', installation.manifestPath, installation.at('other'))).toMatchObject({ code: 66 });
    expect(existsSync(installation.at('other'))).toBe(false);
  });

  it('is asked for by a launcher that was not installed', async () => {
    await using installation = await createInstallation({ profile: 'on-demand', hasPrograms: true });
    const result = await runProgram(installation.at('program/launch-on-demand.js'));
    expect(result).toMatchObject({
      code: 64,
      stdout: '',
      stderr: expect.stringContaining('external-context-admin installs'),
    });
  });
});

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/doctor/diagnose.js';
import { exitCodes } from '../../src/launcher/exit-codes.js';
import { launch } from '../../src/launcher/launch.js';
import { LaunchError } from '../../src/launcher/launch-error.js';
import { qwenArguments } from '../../src/launcher/qwen-arguments.js';
import { createInstallation, goodCall, type Installation, ownUid } from '../support/installation.js';

const owners = new Set([0, ownUid]);

/** One thing that is wrong, and the check that must find it. What is wrong with the call is returned. */
const faults: [keyof typeof exitCodes, (installation: Installation) => unknown][] = [
  ['arguments', () => ({ arguments: ['--yolo'] })],
  ['arguments', () => ({ arguments: [''] })],
  ['terminal', () => ({ stdinIsTerminal: false })],
  ['terminal', () => ({ stdoutIsTerminal: false })],
  ['manifest', ({ write }) => void write('etc/manifest.json', '{')],
  [
    'manifest',
    ({ change }) =>
      change({ profile: 'auto-recall', searchServerPath: undefined, mcpConfigPath: undefined, hookPath: '/x' }),
  ],
  [
    'user',
    ({ change }) => {
      change({ allowRoot: false });
      return { uid: 0 };
    },
  ],
  ['paths', ({ change }) => change({ mcpConfigPath: '/missing' })],
  ['ownership', ({ at }) => chmodSync(at('etc/mcp.json'), 0o666)],
  ['provider-configuration', ({ write }) => void write('etc/provider.json', '{')],
  ['mcp-configuration', ({ write }) => void write('etc/mcp.json', '{}')],
  ['settings', ({ write }) => void write('etc/system.json', '{}')],
  [
    'repository',
    ({ change, write }) => {
      change({ repositoryScreen: 'refuse' });
      write('repository/.env', 'QWEN_CODE_SIMPLE=1');
    },
  ],
  ['version', ({ change }) => change({ qwenVersion: '0.24.5' })],
];

describe.runIf(process.platform !== 'win32')('launch', () => {
  it.each(faults)('stops at %s, with an exit code of its own, and starts nothing', async (check, breakIt) => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    const call = Object.assign({ ...goodCall }, breakIt(installation));
    const where = { profile: 'on-demand', manifestPath: installation.manifestPath, manifestOwners: owners } as const;
    const error = await launch(where, call, () => undefined).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LaunchError);
    expect(error).toMatchObject({ check, exitCode: exitCodes[check] });
    expect((error as LaunchError).message).toMatch(/^[^\n]+\.$/);
    expect(existsSync(installation.at('home/record.json'))).toBe(false);
  });

  it('names the first of several things that are wrong', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    const call = { ...goodCall };
    for (const [, breakIt] of faults.toReversed()) Object.assign(call, breakIt(installation));
    const where = { profile: 'on-demand', manifestPath: installation.manifestPath, manifestOwners: owners } as const;
    await expect(launch(where, call, () => undefined)).rejects.toMatchObject({
      check: 'arguments',
    });
  });

  it('has an exit code for each check', () => {
    const codes = Object.values(exitCodes);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(faults.map(([check]) => check)).size).toBe(codes.length - 1);
  });
});

describe('the arguments of qwen', () => {
  it('are all that there is to say', async () => {
    await using onDemand = await createInstallation({ profile: 'on-demand' });
    await using autoRecall = await createInstallation({ profile: 'auto-recall' });
    const pinned = ['--mcp-config', onDemand.at('etc/mcp.json')];
    expect(qwenArguments(onDemand.manifest())).toEqual([...pinned, '--allowed-mcp-server-names', 'external-context']);
    onDemand.change({ onlyPinnedServer: false });
    expect(qwenArguments(onDemand.manifest())).toEqual(pinned);
    expect(qwenArguments(autoRecall.manifest())).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')('the doctor', () => {
  it('makes all checks, and finds nothing where nothing is', async () => {
    for (const profile of ['on-demand', 'auto-recall'] as const) {
      await using installation = await createInstallation({ profile });
      const { findings, exitCode } = await diagnose(installation.manifestPath, owners, goodCall);
      expect(exitCode).toBe(0);
      expect(findings.map(({ check }) => check)).toEqual(Object.keys(exitCodes).slice(2, -1));
      expect(new Set(findings.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
    }
  });

  it('finds everything that is wrong, and exits for the first', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    chmodSync(installation.at('etc/credential'), 0o644);
    mkdirSync(installation.at('repository/.qwen'));
    writeFileSync(installation.at('repository/.mcp.json'), '{"mcpServers":{"external-context":{}}}');
    installation.change({ qwenVersion: '1.0.0' });
    const { findings, exitCode } = await diagnose(installation.manifestPath, owners, goodCall);
    const failed = findings.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ check }) => check)).toEqual(['ownership', 'provider-configuration', 'settings', 'version']);
    expect(failed.at(-1)?.remarks).toEqual(['It could not be made, because of what is wrong above.']);
    expect(exitCode).toBe(exitCodes.ownership);
    expect(JSON.stringify(findings)).not.toContain('canary');
  });

  it('goes no further without a manifest', async () => {
    const { findings, exitCode } = await diagnose('/missing/manifest.json', owners, goodCall);
    expect(exitCode).toBe(exitCodes.manifest);
    expect(findings.map(({ outcome }) => outcome)).toEqual(['failed', ...Array(8).fill('not made')]);
  });
});

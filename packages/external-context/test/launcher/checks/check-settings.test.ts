import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSettings } from '../../../src/launcher/checks/check-settings.js';
import { LaunchError } from '../../../src/launcher/launch-error.js';
import { requiredSettings } from '../../../src/launcher/required-settings.js';
import { settingAt } from '../../../src/launcher/settings-facts.js';
import { commandsOf, createInstallation, type Installation, ownUid } from '../../support/installation.js';

async function verdict(installation: Installation): Promise<string> {
  try {
    return ['passed', ...(await checkSettings.run(installation.subject()))].join(' ');
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    expect(error.check).toBe('settings');
    expect(error.message).not.toContain(installation.folder);
    return error.message;
  }
}

function readJson(installation: Installation, path: string) {
  return JSON.parse(readFileSync(installation.at(path), 'utf8'));
}

/** Settings without one setting, or with another value for it. */
function changed(settings: object, path: string, value?: unknown): object {
  const copy = structuredClone(settings);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = (names.length === 0 ? copy : settingAt(copy, names.join('.'))) as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const hooks = (...commands: [command: string, timeout: unknown][]) => ({
  hooks: {
    UserPromptSubmit: commands.map(([command, timeout]) => ({ hooks: [{ type: 'command', command, timeout }] })),
  },
});

describe.runIf(process.platform !== 'win32')('the settings', () => {
  it.each(['on-demand', 'auto-recall'] as const)('of the profile %s must say all that it needs', async (profile) => {
    await using installation = await createInstallation({ profile });
    const system = readJson(installation, 'etc/system.json');
    expect(await verdict(installation)).toBe('passed');
    for (const [path, value] of Object.entries(requiredSettings[profile])) {
      for (const other of [undefined, value === false ? true : 'auto', null, `${value}`.toUpperCase()]) {
        installation.write('etc/system.json', changed(system, path, other));
        expect(await verdict(installation), path).toBe(
          `systemSettingsPath must set ${path} to ${JSON.stringify(value)}: add it.`,
        );
      }
    }
    for (const value of [undefined, [], ['CD'], 'cd', { cd: true }]) {
      installation.write('etc/system.json', changed(system, 'slashCommands.disabled', value));
      expect(await verdict(installation)).toContain('in slashCommands.disabled: add it.');
    }
  });

  it('of the on-demand profile decide on the tool, either way', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    const system = readJson(installation, 'etc/system.json');
    const { allow } = system.permissions;
    installation.write('etc/system.json', changed(system, 'permissions', { ask: allow }));
    expect(await verdict(installation)).toBe('passed');
    for (const permissions of [{}, { allow: ['mcp__external-context'] }, { deny: allow }]) {
      installation.write('etc/system.json', changed(system, 'permissions', permissions));
      expect(await verdict(installation)).toContain('in permissions.allow or permissions.ask');
    }
  });

  it.each(['etc/system.json', 'etc/defaults.json'])('in %s must be an object', async (path) => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    for (const content of ['', '[]', 'null', '{', '{} x', '{ /* open']) {
      installation.write(path, content);
      expect(await verdict(installation)).toContain('must hold a JSON object of at most 1 MiB');
    }
  });

  it('of the person must be readable if they are there', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    installation.write('qwen-home/settings.json', { mcpServers: { other: {} } });
    expect(await verdict(installation)).toBe('passed');
    installation.write('qwen-home/settings.json', '{ // why\n "a": "// not \\" /* one */" /* and\nhow */ }');
    expect(await verdict(installation)).toBe('passed');
    installation.write('qwen-home/settings.json', '{ /* open }');
    expect(await verdict(installation)).toContain('settings.json in qwenHome must be a readable JSON file');
    rmSync(installation.at('qwen-home/settings.json'));
    mkdirSync(installation.at('qwen-home/settings.json'));
    expect(await verdict(installation)).toContain('settings.json in qwenHome must be a readable JSON file');
  });

  it.each(['etc/system.json', 'etc/defaults.json', 'qwen-home/settings.json'])(
    'of the on-demand profile have no recall hook in %s',
    async (path) => {
      await using installation = await createInstallation({ profile: 'on-demand' });
      const own = path === 'qwen-home/settings.json' ? {} : readJson(installation, path);
      installation.write(path, { ...own, ...hooks(["node '/anywhere/auto-recall.js'", 8000]) });
      expect(await verdict(installation)).toContain('The recall hook is installed beside the on-demand profile');
      installation.write(path, { ...own, ...hooks(['notify-me', 5]) });
      expect(await verdict(installation)).toBe('passed');
    },
  );

  it('of the auto-recall profile have the hook once, and as it must be', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    const { hook } = commandsOf(installation.manifest());
    const system = readJson(installation, 'etc/system.json');
    const once = 'Exactly one recall hook must be installed';
    const exact = 'exactly the command that follows from nodePath and hookPath';
    const others: [[string, unknown][], string][] = [
      [[], once],
      [[['other', 8000]], once],
      [
        [
          [hook, 8000],
          [hook, 8000],
        ],
        once,
      ],
      [
        [
          [hook, 8000],
          ['node auto-recall.js', 8000],
        ],
        once,
      ],
      [[[hook, 8]], exact],
      [[[hook, undefined]], exact],
      [[[hook, '8000']], exact],
      [[[`${hook} --verbose`, 8000]], exact],
      [[[hook.replace('exec ', ''), 8000]], exact],
      [[[`NODE_DEBUG=http ${hook}`, 8000]], exact],
      [
        [
          [hook, 8000],
          ['other', 1],
        ],
        'passed',
      ],
    ];
    for (const [list, problem] of others) {
      installation.write('qwen-home/settings.json', hooks(...list));
      expect(await verdict(installation), JSON.stringify(list)).toContain(problem);
    }
    installation.write('qwen-home/settings.json', hooks([hook, 8000]));
    installation.write('etc/system.json', { ...system, ...hooks([hook, 8000]) });
    expect(await verdict(installation)).toContain(once);
    rmSync(installation.at('qwen-home/settings.json'));
    expect(await verdict(installation)).toBe('passed');
  });

  it('that hold the hook belong to trusted owners', async (context) => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    const path = installation.at('qwen-home/settings.json');
    chmodSync(path, 0o666);
    expect(await verdict(installation)).toContain('only trusted owners may be able to change it');
    chmodSync(path, 0o644);
    context.skip(ownUid !== 0, 'only root can give files away');
    chownSync(path, 4242, 4242);
    expect(await verdict(installation)).toContain('only trusted owners may be able to change it');
  });

  it.each([
    'etc/system.json',
    'etc/defaults.json',
    'qwen-home/settings.json',
    'repository/.qwen/settings.json',
    'repository/.mcp.json',
    'qwen-home/extensions/any-name/qwen-extension.json',
    'qwen-home/extensions/any-name/.mcp.json',
  ])('of the auto-recall profile have no search server: %s', async (path) => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    mkdirSync(dirname(installation.at(path)), { recursive: true });
    const before = path.endsWith('settings.json') || path.startsWith('etc') ? tryRead(installation, path) : {};
    installation.write(path, { ...before, mcpServers: { other: { command: 'other' } } });
    expect(await verdict(installation)).toBe('passed');
    for (const servers of [
      { 'external-context': { command: 'anything' } },
      { other: { command: 'node', args: ['/anywhere/search-server.js'] } },
    ]) {
      installation.write(path, { ...before, mcpServers: servers });
      expect(await verdict(installation)).toContain('The search server is set up beside the auto-recall profile');
    }
    installation.write(path, 'not JSON');
    expect(await verdict(installation)).toContain('JSON');
  });

  it('of the auto-recall profile have no extension of that name, linked or not', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    const problem = 'The search server is set up beside';
    mkdirSync(installation.at('qwen-home/extensions/linked'), { recursive: true });
    mkdirSync(installation.at('elsewhere'));
    const note = { source: installation.at('elsewhere'), type: 'link' };
    installation.write('qwen-home/extensions/linked/.qwen-extension-install.json', note);
    expect(await verdict(installation)).toBe('passed');
    installation.write('elsewhere/qwen-extension.json', { name: 'x', mcpServers: { 'external-context': {} } });
    expect(await verdict(installation)).toContain(problem);
    rmSync(installation.at('elsewhere/qwen-extension.json'));
    mkdirSync(installation.at('qwen-home/extensions/external-context'));
    expect(await verdict(installation)).toContain(problem);
  });
});

function tryRead(installation: Installation, path: string): object {
  try {
    return readJson(installation, path);
  } catch {
    return {};
  }
}

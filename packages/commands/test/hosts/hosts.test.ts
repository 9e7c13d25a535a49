import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { allHosts } from '../../src/hosts/all-hosts.js';
import { hosts } from '../../src/index.js';
import { runCommand } from '../support.js';

const server = { name: 'qwen', command: 'npx', args: ['-y', 'qwen-cli-mcp'] };

/** Calls `hosts` in a home of its own. */
function callHosts(home: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { adapters: [], args, env: { HOME: home, PATH: '/usr/bin:/bin', ...env } };
  return runCommand(hosts, options, { server, platform: 'linux' as NodeJS.Platform });
}

const read = async (...path: readonly string[]) => readFile(join(...path), 'utf8');

describe('what is printed', () => {
  it('names every host, its file, and the entry that belongs there', async () => {
    await using folder = await createTemporaryFolder('hosts');
    const { code, stdout } = await callHosts(folder.directory, []);
    expect(code).toBe(0);
    for (const { title } of allHosts) expect(stdout).toContain(`# ${title}: ${folder.directory}/`);
    expect(await readdir(folder.directory)).toEqual([]);
  });

  it('is, of one host, what belongs into the file and nothing else', async () => {
    await using folder = await createTemporaryFolder('hosts');
    const claude = await callHosts(folder.directory, ['claude-code']);
    const entry = { type: 'stdio', command: 'npx', args: ['-y', 'qwen-cli-mcp'], env: {}, timeout: 3_600_000 };
    expect(JSON.parse(claude.stdout)).toEqual({ mcpServers: { qwen: entry } });
    expect(claude.stderr).toContain(`claude mcp add-json qwen -s user '${JSON.stringify(entry)}'`);
    const codex = await callHosts(folder.directory, ['codex', '--name', 'second']);
    expect(parse(codex.stdout)).toEqual({
      mcp_servers: {
        second: { command: 'npx', args: ['-y', 'qwen-cli-mcp'], startup_timeout_sec: 60, tool_timeout_sec: 3600 },
      },
    });
  });

  it('gives the same to programs', async () => {
    const { stdout } = await callHosts('/home/me', ['zed', 'vscode', '--json'], { XDG_CONFIG_HOME: '/conf' });
    expect(JSON.parse(stdout)).toEqual({
      hosts: [
        {
          host: 'zed',
          title: 'Zed',
          file: '/conf/zed/settings.json',
          format: 'json',
          name: 'qwen',
          configuration: { context_servers: { qwen: { command: 'npx', args: server.args, env: {}, timeout: 600 } } },
        },
        {
          host: 'vscode',
          title: 'VS Code',
          file: '/conf/Code/User/mcp.json',
          format: 'json',
          name: 'qwen',
          configuration: { servers: { qwen: { type: 'stdio', command: 'npx', args: server.args } } },
        },
      ],
    });
  });

  it.each([
    [['cursr'], /no host "cursr"; there are claude-code, codex/],
    [['--write'], /name the hosts to write to/],
    [['codex', '--replace'], /give --write, too/],
    [['codex', '--name', 'a b'], /--name must be/],
  ])('refuses %j', async (args, reason) => {
    const { code, stdout, stderr } = await callHosts('/home/me', args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(reason);
  });
});

describe('what is written', () => {
  it('makes the files of all hosts, once', async () => {
    await using folder = await createTemporaryFolder('hosts');
    const ids = allHosts.map(({ id }) => id);
    const first = await callHosts(folder.directory, [...ids, '--write']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout.match(/was made with qwen\./g)).toHaveLength(ids.length);
    const claude = JSON.parse(await read(folder.directory, '.claude.json'));
    expect(claude.mcpServers.qwen.timeout).toBe(3_600_000);
    expect((await stat(join(folder.directory, '.claude.json'))).mode & 0o777).toBe(0o600);
    const again = await callHosts(folder.directory, [...ids, '--write']);
    expect(again.code).toBe(0);
    expect(again.stdout.match(/already has qwen\./g)).toHaveLength(ids.length);
    expect((await readdir(folder.directory, { recursive: true })).filter((name) => name.endsWith('.bak'))).toEqual([]);
  });

  it('keeps a copy of what a file said, its mode, and a link to it', async () => {
    await using folder = await createTemporaryFolder('hosts');
    const dotfiles = join(folder.directory, 'dotfiles');
    await mkdir(dotfiles);
    await mkdir(join(folder.directory, '.cursor'));
    const real = join(dotfiles, 'mcp.json');
    const before = '\u{FEFF}{\n    // keys\n    "mcpServers": { "a": { "command": "a" } }\n}\n';
    await writeFile(real, before);
    await chmod(real, 0o640);
    await symlink(real, join(folder.directory, '.cursor', 'mcp.json'));
    const { code, stdout } = await callHosts(folder.directory, ['cursor', '--write']);
    expect(code, stdout).toBe(0);
    expect((await lstat(join(folder.directory, '.cursor', 'mcp.json'))).isSymbolicLink()).toBe(true);
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    const after = await read(real);
    expect(after).toMatch(/^\u{FEFF}\{\n {4}\/\/ keys\n/u);
    expect(after).toContain('"qwen"');
    const backup = (await readdir(dotfiles)).filter((name) => /^mcp\.json\.\d{8}-\d{6}\.bak$/.test(name));
    expect(backup).toHaveLength(1);
    expect(await read(dotfiles, backup[0] ?? '')).toBe(before);
    expect(stdout).toContain(`as it was before: ${join(dotfiles, backup[0] ?? '')}`);
  });

  it('leaves a broken file and another entry alone, and does the rest all the same', async () => {
    await using folder = await createTemporaryFolder('hosts');
    for (const name of ['.codex', '.gemini', '.qwen']) await mkdir(join(folder.directory, name));
    await writeFile(join(folder.directory, '.codex', 'config.toml'), 'model = \n');
    const taken = '{ "mcpServers": { "qwen": { "command": "mine" } } }';
    await writeFile(join(folder.directory, '.gemini', 'settings.json'), taken);
    const args = ['codex', 'gemini', 'qwen-code', '--write'];
    const { code, stdout, stderr } = await callHosts(folder.directory, args);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Codex: .*config\.toml: it cannot be parsed \(.*line 1\); mend it.* Nothing was changed\.$/m,
    );
    expect(stderr).toMatch(/^Gemini CLI: .*another entry named qwen; give --replace.*\.$/m);
    expect(stdout).toMatch(/^Qwen Code: .* was made with qwen\.$/m);
    expect(await read(folder.directory, '.codex', 'config.toml')).toBe('model = \n');
    expect(await read(folder.directory, '.gemini', 'settings.json')).toBe(taken);
    const second = await callHosts(folder.directory, ['gemini', '--write', '--replace', '--json']);
    expect(JSON.parse(second.stdout)).toMatchObject({ hosts: [{ host: 'gemini', outcome: 'changed' }] });
    expect(JSON.parse(await read(folder.directory, '.gemini', 'settings.json')).mcpServers.qwen.command).toBe('npx');
  });

  it('says why a file cannot be written', async () => {
    await using folder = await createTemporaryFolder('hosts');
    await writeFile(join(folder.directory, '.cursor'), 'a file');
    const { code, stderr } = await callHosts(folder.directory, ['cursor', '--write']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cursor: .*mcp\.json: it cannot be written \(ENOTDIR|EEXIST\)/);
  });

  it('finds each file where the host looks for it on another system', () => {
    const mac = { platform: 'darwin', home: '/Users/me', environment: { PATH: '/opt/bin' } } as const;
    const windows = { platform: 'win32', home: 'C:/me', environment: { APPDATA: 'C:/me/Roaming' } } as const;
    const fileOf = (id: string, place: typeof mac | typeof windows) =>
      allHosts.find((host) => host.id === id)?.file(place);
    expect(fileOf('claude-desktop', mac)).toBe(
      '/Users/me/Library/Application Support/Claude/claude_desktop_config.json',
    );
    expect(fileOf('vscode', mac)).toBe('/Users/me/Library/Application Support/Code/User/mcp.json');
    expect(fileOf('zed', mac)).toBe('/Users/me/.config/zed/settings.json');
    expect(fileOf('claude-desktop', windows)).toBe('C:/me/Roaming/Claude/claude_desktop_config.json');
    expect(fileOf('zed', windows)).toBe('C:/me/Roaming/Zed/settings.json');
    const desktop = allHosts.find((host) => host.id === 'claude-desktop');
    expect(desktop?.entry(server, mac)).toMatchObject({ env: { PATH: '/opt/bin' } });
    expect(desktop?.entry(server, windows)).not.toHaveProperty('env');
  });
});

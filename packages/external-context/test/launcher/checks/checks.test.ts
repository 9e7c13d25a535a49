import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkArguments } from '../../../src/launcher/checks/check-arguments.js';
import { checkMcpConfiguration } from '../../../src/launcher/checks/check-mcp-configuration.js';
import { checkOwnership } from '../../../src/launcher/checks/check-ownership.js';
import { checkPaths } from '../../../src/launcher/checks/check-paths.js';
import { checkProviderConfiguration } from '../../../src/launcher/checks/check-provider-configuration.js';
import { checkRepository } from '../../../src/launcher/checks/check-repository.js';
import { checkTerminal } from '../../../src/launcher/checks/check-terminal.js';
import { checkUser } from '../../../src/launcher/checks/check-user.js';
import { checkVersion } from '../../../src/launcher/checks/check-version.js';
import type { Check } from '../../../src/launcher/launch-call.js';
import { LaunchError } from '../../../src/launcher/launch-error.js';
import { readManifest } from '../../../src/launcher/read-manifest.js';
import { autoRecallConfiguration, CREDENTIAL, onDemandConfiguration } from '../../support/configurations.js';
import { createInstallation, goodCall, type Installation, ownUid } from '../../support/installation.js';

const owners = new Set([0, ownUid]);

/** What a check says of an installation: its message, or `passed` with its warnings. */
async function verdict(check: Check, installation: Installation, call = {}): Promise<string> {
  try {
    return ['passed', ...(await check.run(installation.subject(call)))].join(' ');
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    expect(error.check).toBe(check.name);
    for (const hidden of [CREDENTIAL, installation.folder, 'canary']) expect(error.message).not.toContain(hidden);
    return error.message;
  }
}

describe.runIf(process.platform !== 'win32')('the check of', () => {
  it.each([['--yolo'], ['-p', 'x'], ['--'], [''], ['x'.repeat(1000)]])('arguments refuses %j', (...list) => {
    expect(() => checkArguments({ ...goodCall, arguments: list })).toThrow('takes no arguments');
    expect(() => checkArguments(goodCall)).not.toThrow();
  });

  it('the terminal wants both ends of it', () => {
    expect(() => checkTerminal(goodCall)).not.toThrow();
    for (const part of [{ stdinIsTerminal: false }, { stdoutIsTerminal: false }]) {
      expect(() => checkTerminal({ ...goodCall, ...part })).toThrow('needs a terminal');
    }
  });

  it('the manifest wants an owner, a mode and a schema', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    const read = () => readManifest(installation.manifestPath, owners);
    expect(read().profile).toBe('on-demand');
    expect(() => readManifest('manifest.json', owners)).toThrow('must be absolute');
    expect(() => readManifest(installation.manifestPath, new Set([4_000_000]))).toThrow('only root, or the owner');
    chmodSync(installation.manifestPath, 0o666);
    expect(read).toThrow('only root, or the owner');
    installation.write('etc/manifest.json', ' '.repeat(64 * 1024 + 1));
    expect(read).toThrow('only root, or the owner');
    for (const content of ['{', '[]', {}, { ...installation.subject, profile: 'other' }]) {
      installation.write('etc/manifest.json', content);
      expect(read).toThrow('does not fit its schema');
    }
    const unknown = {
      hookPath: '/x',
      nodePath: 7,
      qwenVersion: 'latest',
      repositoryScreen: 'ignore',
      trustedOwnerUids: [],
      unknown: 1,
    };
    for (const [name, value] of Object.entries(unknown)) {
      installation.change({ [name]: value });
      expect(read, name).toThrow('does not fit its schema');
      installation.change({ [name]: undefined });
    }
  });

  it('the user refuses root, unless it may be root', async () => {
    await using installation = await createInstallation({ profile: 'on-demand', fields: { trustedOwnerUids: [0] } });
    expect(await verdict(checkUser, installation, { uid: 0 })).toContain('passed The running user is a trusted owner');
    expect(await verdict(checkUser, installation, { uid: 1234 })).toBe('passed');
    installation.change({ allowRoot: false });
    expect(await verdict(checkUser, installation, { uid: 0 })).toContain('does not run as root');
    expect(await verdict(checkUser, installation, { uid: 1234 })).toBe('passed');
  });

  it('paths wants them plain, and something of the right kind there', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await verdict(checkPaths, installation)).toBe('passed');
    const file = installation.at('etc/provider.json');
    const bad: Record<string, string> = {
      'external.json': 'absolute',
      [`${installation.folder}/etc/../etc/provider.json`]: 'absolute',
      [`${installation.folder}//etc/provider.json`]: 'absolute',
      [`${installation.folder}/./etc/provider.json`]: 'absolute',
      [`${file}/`]: 'absolute',
      [installation.at('missing')]: 'existing regular file',
      [installation.at('etc')]: 'existing regular file',
      [`${file}/below`]: 'existing regular file',
      '/dev/null': 'existing regular file',
    };
    for (const [path, problem] of Object.entries(bad)) {
      installation.change({ providerConfigPath: path });
      expect(await verdict(checkPaths, installation), path).toMatch(
        new RegExp(`^providerConfigPath must .*${problem}`),
      );
    }
    installation.change({ providerConfigPath: file, repositoryRoot: file });
    expect(await verdict(checkPaths, installation)).toContain('repositoryRoot must lead to an existing folder');
    installation.change({ repositoryRoot: installation.at('repository'), searchPath: ['/usr/bin', 'bin'] });
    expect(await verdict(checkPaths, installation)).toContain('A folder in searchPath must be an absolute path');
  });

  it('ownership looks at every file and every folder above it', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await verdict(checkOwnership, installation)).toBe('passed');
    const files = {
      'etc/provider.json': 'providerConfigPath',
      'etc/mcp.json': 'mcpConfigPath',
      'etc/system.json': 'systemSettingsPath',
      'etc/defaults.json': 'systemDefaultsPath',
      'program/search-server.js': 'searchServerPath',
      'qwen/cli-entry.js': 'qwenEntry',
    };
    for (const [path, field] of Object.entries(files)) {
      for (const mode of [0o666, 0o664]) {
        chmodSync(installation.at(path), mode);
        expect(await verdict(checkOwnership, installation), path).toMatch(
          new RegExp(`^${field}, and the folders above`),
        );
      }
      chmodSync(installation.at(path), 0o644);
    }
    for (const secret of ['etc/credential', 'etc/model-key']) {
      chmodSync(installation.at(secret), 0o640);
      expect(await verdict(checkOwnership, installation)).toContain('be readable by nobody else');
      chmodSync(installation.at(secret), 0o600);
    }
    for (const folder of ['etc', 'program', 'qwen', 'qwen-home']) {
      chmodSync(installation.at(folder), 0o777);
      expect(await verdict(checkOwnership, installation), folder).toContain('writable by nobody else');
      chmodSync(installation.at(folder), 0o755);
    }
    chmodSync(installation.at('qwen-home'), 0o1770);
    expect(await verdict(checkOwnership, installation)).toBe('passed');
    chmodSync(installation.at('qwen-home'), 0o1777);
    expect(await verdict(checkOwnership, installation)).toContain('passed qwenHome is open to every user');
  });

  it('ownership looks at everything beside the entry of qwen', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    mkdirSync(installation.at('qwen/chunks'));
    installation.write('qwen/chunks/a.js', '');
    symlinkSync('a.js', installation.at('qwen/chunks/link.js'));
    expect(await verdict(checkOwnership, installation)).toBe('passed');
    installation.write('qwen/chunks/b.js', '', 0o666);
    expect(await verdict(checkOwnership, installation)).toContain('Everything beside qwenEntry');
    rmSync(installation.at('qwen/chunks/b.js'));
    chmodSync(installation.at('qwen/chunks'), 0o777);
    expect(await verdict(checkOwnership, installation)).toContain('Everything beside qwenEntry');
  });

  it('ownership lets a person own the credential and nothing else', async (context) => {
    context.skip(ownUid !== 0, 'only root can give files away');
    await using installation = await createInstallation({ profile: 'auto-recall' });
    const person = 4242;
    chownSync(installation.at('etc/credential'), person, person);
    expect(await verdict(checkOwnership, installation, { uid: person })).toBe('passed');
    expect(await verdict(checkOwnership, installation, { uid: person + 1 })).toContain('credentialPath must belong to');
    chownSync(installation.at('etc/provider.json'), person, person);
    expect(await verdict(checkOwnership, installation, { uid: person })).toContain('providerConfigPath');
    installation.change({ trustedOwnerUids: [0, person] });
    expect(await verdict(checkOwnership, installation, { uid: person })).toBe('passed');
  });

  it('ownership compares checksums', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    const { hookPath, qwenEntry } = installation.manifest() as { hookPath: string; qwenEntry: string };
    installation.change({ sha256: { hook: digest(hookPath), qwenEntry: digest(qwenEntry) } });
    expect(await verdict(checkOwnership, installation)).toBe('passed');
    installation.write('program/auto-recall.js', `${readFileSync(hookPath)}\n`);
    expect(await verdict(checkOwnership, installation)).toContain('sha256.hook pins has another content');
  });

  it('the provider configuration is the dry run of its own loader', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await verdict(checkProviderConfiguration, installation)).toBe('passed');
    const origin = 'https://search.example.org';
    const contents: [unknown, string][] = [
      [autoRecallConfiguration(origin, installation.at('repository')), 'must have version 1'],
      [onDemandConfiguration(`${origin}/v1`), 'The provider address'],
      [onDemandConfiguration(origin, { filters: {} }), 'does not fit its schema'],
      ['{', 'not valid JSON'],
      [
        { version: 1, provider: { type: 'mem0-platform-v3', apiKeyEnv: 'NODE_OPTIONS', appId: 'x' } },
        'is reserved or used twice',
      ],
      [
        { version: 1, provider: { type: 'mem0-platform-v3', apiKeyEnv: 'OPENAI_API_KEY', appId: 'x' } },
        'is reserved or used twice',
      ],
    ];
    for (const [content, problem] of contents) {
      installation.write('etc/provider.json', content);
      expect(await verdict(checkProviderConfiguration, installation)).toContain(problem);
    }
    installation.write('etc/provider.json', onDemandConfiguration(origin));
    installation.write('etc/credential', 'short', 0o600);
    expect(await verdict(checkProviderConfiguration, installation)).toContain('The provider credential');
    installation.write('etc/credential', `${CREDENTIAL}\r\n`, 0o600);
    expect(await verdict(checkProviderConfiguration, installation)).toBe('passed');
    installation.change({ proxy: { http: 'socks5://x', https: 'http://x', noProxy: 'x' } });
    expect(await verdict(checkProviderConfiguration, installation)).toContain('The proxy settings');
    installation.change({ proxy: undefined, environment: { LD_PRELOAD: { value: 'x' } } });
    expect(await verdict(checkProviderConfiguration, installation)).toContain('is reserved or used twice');
  });

  it('the provider configuration compares the repositories, links resolved', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    symlinkSync('repository', installation.at('link'));
    installation.change({ repositoryRoot: installation.at('link') });
    expect(await verdict(checkProviderConfiguration, installation)).toBe('passed');
    installation.change({ repositoryRoot: installation.at('home') });
    expect(await verdict(checkProviderConfiguration, installation)).toContain('another folder than repositoryRoot');
    installation.write('etc/provider.json', onDemandConfiguration('https://search.example.org'));
    expect(await verdict(checkProviderConfiguration, installation)).toContain('must have version 2');
  });

  it('the MCP configuration wants one server, written in one way', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await verdict(checkMcpConfiguration, installation)).toBe('passed');
    const good = JSON.parse(readFileSync(installation.at('etc/mcp.json'), 'utf8'));
    const server = good.mcpServers['external-context'];
    const withServer = (fields: object) => ({ mcpServers: { 'external-context': { ...server, ...fields } } });
    const shape = 'one server external-context with the one tool';
    const command = 'exactly the command, arguments and folder';
    const contents: [unknown, string][] = [
      [{ ...good, hooks: {} }, shape],
      [{ mcpServers: { ...good.mcpServers, other: server } }, shape],
      [{ mcpServers: { other: server } }, shape],
      [{ mcpServers: {} }, shape],
      [withServer({ trust: true }), shape],
      [withServer({ env: { QWEN_EXTERNAL_CONTEXT_CONFIG: '/x' } }), shape],
      [withServer({ includeTools: ['context_search', 'context_add'] }), shape],
      [withServer({ includeTools: [] }), shape],
      [withServer({ excludeTools: ['x'] }), shape],
      [withServer({ httpUrl: 'https://x' }), shape],
      ['{', shape],
      [withServer({ command: '/bin/sh' }), command],
      [withServer({ command: server.args.at(-2), args: server.args.slice(-1) }), command],
      [withServer({ args: [...server.args, '--inspect'] }), command],
      [withServer({ args: [...server.args.slice(0, -1), '/other/search-server.js'] }), command],
      [withServer({ cwd: '/' }), command],
      [withServer({ timeout: 5000 }), 'must be longer than timeoutMs'],
    ];
    for (const [content, problem] of contents) {
      installation.write('etc/mcp.json', content);
      expect(await verdict(checkMcpConfiguration, installation), JSON.stringify(content)).toContain(problem);
    }
    installation.write('etc/mcp.json', withServer({ timeout: undefined, env: {}, description: 'x' }));
    expect(await verdict(checkMcpConfiguration, installation)).toBe('passed');
  });

  it('the repository finds what .env files would like to change', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await verdict(checkRepository, installation)).toBe('passed');
    installation.write('repository/.env', 'OTHER=1\n# QWEN_HOME=x\nexport NODE_OPTIONS="x"\n https_proxy = http://x\n');
    mkdirSync(installation.at('repository/.qwen'));
    installation.write('repository/.qwen/.env', `QWEN_CODE_SAFE_MODE=1\nCORPUS_TOKEN=x\n`);
    installation.write('home/.env', 'QWEN_CODE_SIMPLE: 1\n');
    const found = 'NODE_OPTIONS, QWEN_CODE_SAFE_MODE, QWEN_CODE_SIMPLE, https_proxy, the credential';
    expect(await verdict(checkRepository, installation)).toMatch(new RegExp(`^passed An .env file .*\\(${found}\\)`));
    installation.change({ repositoryScreen: 'refuse' });
    expect(await verdict(checkRepository, installation)).toMatch(/^An \.env file .*: remove them\.$/);
    for (const file of ['repository/.env', 'repository/.qwen/.env', 'home/.env']) rmSync(installation.at(file));
    installation.write('.env', 'NODE_DEBUG=http\n');
    expect(await verdict(checkRepository, installation)).toContain('(NODE_DEBUG)');
  });

  it('the version runs qwen, in its own environment', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await verdict(checkVersion, installation)).toBe('passed');
    installation.change({ qwenVersion: '0.24.5' });
    expect(await verdict(checkVersion, installation)).toContain('has another version than qwenVersion');
    for (const program of ['process.exit(1)', 'throw 1', 'console.log("")', 'console.log("0.24.5"); process.exit(2)']) {
      installation.write('qwen/cli-entry.js', program);
      expect(await verdict(checkVersion, installation), program).toContain('does not tell its version');
    }
    installation.write(
      'qwen/cli-entry.js',
      `console.log(process.env.CORPUS_TOKEN === '${CREDENTIAL}' && !process.env.VITEST ? '0.24.5' : '0');`,
    );
    expect(await verdict(checkVersion, installation)).toBe('passed');
    const broken = join(installation.folder, 'etc', 'provider.json');
    installation.change({ nodePath: broken });
    expect(await verdict(checkVersion, installation)).toContain('does not tell its version');
  });
});

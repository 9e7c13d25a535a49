import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../src/configuration/configuration.js';
import { checkMcpConfiguration } from '../../src/launcher/checks/check-mcp-configuration.js';
import { checkSettings } from '../../src/launcher/checks/check-settings.js';
import { manifestSchema } from '../../src/launcher/manifest-schema.js';
import { promptHooks } from '../../src/launcher/settings-facts.js';
import { CREDENTIAL } from '../support/configurations.js';
import { exampleNames, placeholders, substituteExample } from '../support/examples.js';
import { createInstallation } from '../support/installation.js';

const values = {
  NODE: '/opt/node/bin/node',
  HOOK: '/opt/external-context/auto-recall.js',
  PROGRAM_FOLDER: '/opt/external-context',
  CONFIGURATION_FOLDER: '/etc/external-context',
  REPOSITORY: import.meta.dirname,
  QWEN_ENTRY: '/opt/qwen/cli-entry.js',
  QWEN_HOME: '/var/lib/external-context',
  PROVIDER_ORIGIN: 'https://search.example.org',
  MEM0_APP_ID: 'handbook',
  MODEL: 'a-model',
  MODEL_BASE_URL: 'https://models.example.org/v1',
};

const environment = { MEM0_API_KEY: CREDENTIAL, CONTEXT_SEARCH_TOKEN: CREDENTIAL };

describe.each(exampleNames())('%s', (name) => {
  it('has only placeholders that can be filled', () => {
    for (const placeholder of placeholders(name)) expect(values).toHaveProperty(placeholder);
    expect(JSON.stringify(substituteExample(name, values))).not.toMatch(/\{\{|TODO|<[a-z]/);
  });

  it('is of no use as it is, when it has placeholders', () => {
    if (placeholders(name).length === 0) return;
    expect(() => substituteExample(name, {})).toThrow('which has no value');
  });
});

describe('provider configurations', () => {
  const load = (name: string) =>
    parseConfiguration(Buffer.from(JSON.stringify(substituteExample(name, values))), environment);

  it('are loaded as they are meant', () => {
    const mem0 = { type: 'mem0-platform-v3', appId: 'handbook', credential: CREDENTIAL };
    const generic = { type: 'generic-http-search-v1', origin: 'https://search.example.org', credential: CREDENTIAL };
    const autoRecall = { repositoryRoot: import.meta.dirname, timeoutMs: 1500 };
    expect(load('mem0.json')).toEqual({ version: 1, timeoutMs: 5000, provider: mem0 });
    expect(load('generic-http.json')).toEqual({ version: 1, timeoutMs: 5000, provider: generic });
    expect(load('auto-recall-mem0.json')).toEqual({ version: 2, timeoutMs: 5000, provider: mem0, autoRecall });
    expect(load('auto-recall-generic-http.json')).toEqual({
      version: 2,
      timeoutMs: 5000,
      provider: generic,
      autoRecall,
    });
  });
});

describe('launcher manifests', () => {
  it.each(['on-demand', 'auto-recall'] as const)('fit the schema: %s', (profile) => {
    const manifest = manifestSchema.parse(substituteExample(`launcher-${profile}.json`, values));
    expect(manifest).toMatchObject({ profile, trustedOwnerUids: [0], allowRoot: false, qwenVersion: '0.24.4' });
  });

  it('pin the version of qwen that the package is tried out with', () => {
    const testkit = join(import.meta.dirname, '../../node_modules/@agentmount/testkit');
    const pinned = JSON.parse(readFileSync(join(testkit, 'node_modules/@qwen-code/qwen-code/package.json'), 'utf8'));
    for (const name of ['launcher-on-demand.json', 'launcher-auto-recall.json']) {
      expect(substituteExample(name, values)).toMatchObject({ qwenVersion: pinned.version });
    }
  });
});

describe('settings', () => {
  it('of the on-demand profile pass the checks of its launcher', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    expect(await checkMcpConfiguration.run(installation.subject())).toEqual([]);
    expect(await checkSettings.run(installation.subject())).toEqual([]);
  });

  it('of the auto-recall profile pass the checks of its launcher, the hook in either scope', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    expect(await checkSettings.run(installation.subject())).toEqual([]);
    const system = substituteExample('managed-auto-recall-system-settings.json', values) as object;
    const user = JSON.parse(readFileSync(installation.at('qwen-home/settings.json'), 'utf8'));
    installation.write('etc/system.json', { ...system, hooks: user.hooks });
    installation.write('qwen-home/settings.json', {});
    expect(await checkSettings.run(installation.subject())).toEqual([]);
  });

  it('of the person hold one hook and nothing else', () => {
    for (const platform of ['posix', 'windows']) {
      const settings = substituteExample(`managed-auto-recall-user-settings-${platform}.json`, values);
      expect(Object.keys(settings as object)).toEqual(['$version', 'hooks']);
      expect(settings).toMatchObject({ hooks: { UserPromptSubmit: [{ matcher: '*', hooks: [{ type: 'command' }] }] } });
      expect(promptHooks(settings)).toEqual([{ command: expect.stringContaining(`'${values.HOOK}'`), timeout: 8000 }]);
    }
  });

  it('for Windows call the hook from PowerShell', () => {
    const settings = substituteExample('managed-auto-recall-user-settings-windows.json', {
      NODE: 'C:\\Program Files\\nodejs\\node.exe',
      HOOK: 'C:\\ProgramData\\external-context\\auto-recall.js',
    });
    expect(settings).toMatchObject({
      hooks: {
        UserPromptSubmit: [
          {
            hooks: [
              {
                shell: 'powershell',
                command: "& 'C:\\Program Files\\nodejs\\node.exe' 'C:\\ProgramData\\external-context\\auto-recall.js'",
              },
            ],
          },
        ],
      },
    });
  });
});

describe('the extension', () => {
  const read = (...names: string[]) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', ...names), 'utf8'));

  it('brings one server with one tool, and no hook', () => {
    const manifest = read('qwen-extension.json');
    expect(Object.keys(manifest)).toEqual(['name', 'version', 'description', 'mcpServers']);
    expect(manifest.version).toBe(read('package.json').version);
    expect(manifest.mcpServers).toEqual({
      'external-context': {
        command: 'node',
        args: [`\${extensionPath}\${/}dist\${/}search-server.js`],
        cwd: `\${extensionPath}`,
        timeout: 8000,
        includeTools: ['context_search'],
      },
    });
  });
});

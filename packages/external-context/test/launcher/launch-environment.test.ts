import { describe, expect, it } from 'vitest';
import type { LaunchCall } from '../../src/launcher/launch-call.js';
import { isReservedName, launchEnvironment } from '../../src/launcher/launch-environment.js';
import { readLaunchSecrets } from '../../src/launcher/read-launch-secrets.js';
import { CREDENTIAL, CREDENTIAL_NAME } from '../support/configurations.js';
import { createInstallation, type Installation } from '../support/installation.js';

function environmentOf(
  installation: Installation,
  environment: LaunchCall['environment'] = {},
): Record<string, string> {
  const subject = installation.subject({ environment });
  return launchEnvironment(subject, readLaunchSecrets(subject));
}

describe('the environment of qwen', () => {
  it('is made of the manifest, its files and what the launcher fixes', async () => {
    await using installation = await createInstallation({ profile: 'auto-recall' });
    expect(environmentOf(installation)).toEqual({
      PATH: '/usr/bin:/bin',
      HOME: installation.at('home'),
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_MODEL: 'fake-1',
      OPENAI_API_KEY: 'model-key-canary',
      [CREDENTIAL_NAME]: CREDENTIAL,
      QWEN_EXTERNAL_CONTEXT_CONFIG: installation.at('etc/provider.json'),
      QWEN_HOME: installation.at('qwen-home'),
      QWEN_CODE_SYSTEM_SETTINGS_PATH: installation.at('etc/system.json'),
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: installation.at('etc/defaults.json'),
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

  it('has the approved proxies in both spellings', async () => {
    const proxy = { http: 'http://proxy:3128', https: 'http://proxy:3129', noProxy: 'localhost' };
    await using installation = await createInstallation({ profile: 'on-demand', fields: { proxy } });
    const environment = environmentOf(installation, { https_proxy: 'http://evil', ALL_PROXY: 'http://evil' });
    const names = Object.keys(environment)
      .filter((name) => /proxy/i.test(name))
      .sort();
    expect(Object.fromEntries(names.map((name) => [name, environment[name]]))).toEqual({
      HTTP_PROXY: proxy.http,
      http_proxy: proxy.http,
      HTTPS_PROXY: proxy.https,
      https_proxy: proxy.https,
      ALL_PROXY: proxy.https,
      all_proxy: proxy.https,
      NO_PROXY: proxy.noProxy,
      no_proxy: proxy.noProxy,
    });
  });

  it('takes from the caller what its terminal is like, if that looks right', async () => {
    await using installation = await createInstallation({ profile: 'on-demand' });
    const good = {
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'C',
      LC_TIME: 'en_GB@euro',
      TZ: 'Europe/Berlin',
    };
    const bad = {
      TERM: 'x\u001b[31m',
      COLORTERM: 'a'.repeat(65),
      LANG: '../../etc/passwd',
      LC_ALL: '',
      LC_TIME: 'a b',
      TZ: ':/etc/shadow',
    };
    const others = {
      NODE_OPTIONS: '--require x',
      LD_PRELOAD: '/x.so',
      BASH_ENV: '/x',
      OPENAI_BASE_URL: 'http://evil',
      PATH: '/evil',
      HOME: '/evil',
      QWEN_HOME: '/evil',
      XDG_CONFIG_HOME: '/evil',
      LC_: 'x',
      LANGUAGE: 'x',
    };
    const plain = environmentOf(installation);
    expect(environmentOf(installation, { ...good, ...others })).toEqual({ ...plain, ...good });
    expect(environmentOf(installation, bad)).toEqual(plain);
  });

  it('gives nobody else a home', async () => {
    await using installation = await createInstallation({ profile: 'on-demand', fields: { homePath: undefined } });
    const { HOME } = environmentOf(installation, { HOME: '/evil' });
    expect(HOME).toMatch(/^\//);
    expect(HOME).not.toBe('/evil');
  });
});

describe('a name', () => {
  it.each([
    'PATH',
    'HOME',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'BASH_ENV',
    'QWEN_HOME',
    'QWEN_CODE_SAFE_MODE',
    'https_proxy',
    'ALL_PROXY',
    'QWEN_EXTERNAL_CONTEXT_CONFIG',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'QWEN_SANDBOX',
    'LC_ALL',
  ])('is reserved: %s', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each(['OPENAI_API_KEY', 'MEM0_API_KEY', 'NODE_EXTRA_CA_CERTS', 'PATHS', 'QWEN_MODEL'])('is free: %s', (name) => {
    expect(isReservedName(name)).toBe(false);
  });
});

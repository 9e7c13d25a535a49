import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/configuration/configuration.js';
import { ConfigurationError, type ConfigurationFault } from '../../src/configuration/configuration-error.js';
import {
  autoRecallConfiguration,
  CREDENTIAL,
  CREDENTIAL_NAME,
  onDemandConfiguration,
  writeConfiguration,
} from '../support/configurations.js';

const origin = 'https://search.example.org';
const mem0 = { type: 'mem0-platform-v3', apiKeyEnv: CREDENTIAL_NAME, appId: 'handbook' };

/** The error that loading ends in; it must give nothing away. */
function faultOf(environment: Record<string, string>): ConfigurationError {
  try {
    loadConfiguration(environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    for (const hidden of [CREDENTIAL, CREDENTIAL_NAME, 'external-context.json', 'search.example.org', 'handbook']) {
      expect(error.message).not.toContain(hidden);
    }
    expect(error.cause).toBeUndefined();
    return error;
  }
  throw new Error('it was loaded');
}

async function faultOfContent(content: unknown): Promise<ConfigurationFault> {
  await using folder = await createTemporaryFolder();
  return faultOf(writeConfiguration(folder.directory, content)).fault;
}

describe('a configuration of version 1', () => {
  it('has defaults', async () => {
    await using folder = await createTemporaryFolder();
    const loaded = loadConfiguration(writeConfiguration(folder.directory, onDemandConfiguration(`${origin}/`)));
    expect(loaded).toEqual({
      version: 1,
      timeoutMs: 5000,
      provider: { type: 'generic-http-search-v1', origin, credential: CREDENTIAL },
    });
  });

  it('names a Mem0 application, trimmed', async () => {
    await using folder = await createTemporaryFolder();
    const content = { version: 1, timeoutMs: 30_000, provider: { ...mem0, appId: '  handbook ' } };
    expect(loadConfiguration(writeConfiguration(folder.directory, content))).toEqual({
      version: 1,
      timeoutMs: 30_000,
      provider: { type: 'mem0-platform-v3', appId: 'handbook', credential: CREDENTIAL },
    });
  });

  it('may begin with a byte order mark', async () => {
    await using folder = await createTemporaryFolder();
    const content = `\ufeff${JSON.stringify(onDemandConfiguration(origin))}`;
    expect(loadConfiguration(writeConfiguration(folder.directory, content)).version).toBe(1);
  });
});

describe('a configuration of version 2', () => {
  it('is bound to the canonical path of one repository', async () => {
    await using folder = await createTemporaryFolder();
    mkdirSync(join(folder.directory, 'repository'));
    symlinkSync('repository', join(folder.directory, 'link'));
    const content = autoRecallConfiguration(origin, join(folder.directory, 'link'));
    expect(loadConfiguration(writeConfiguration(folder.directory, content))).toMatchObject({
      version: 2,
      timeoutMs: 5000,
      autoRecall: { repositoryRoot: join(folder.directory, 'repository'), timeoutMs: 1500 },
    });
  });

  it.each(['relative', '', '/', '/nowhere/at/all', import.meta.filename, '/../'])(
    'refuses the root %j',
    async (root) => {
      expect(await faultOfContent(autoRecallConfiguration(origin, root))).toBe('repositoryRoot');
    },
  );

  it.each([0, 5001, 1.5, '1500', -1, null])('refuses the timeout %j', async (timeoutMs) => {
    expect(await faultOfContent(autoRecallConfiguration(origin, import.meta.dirname, { timeoutMs }))).toBe('schema');
  });
});

describe('the schema', () => {
  const provider = onDemandConfiguration(origin).provider;
  const prototype = `{"version":1,"__proto__":{},"provider":${JSON.stringify(provider)}}`;

  it.each([
    ['another version', { version: 3, provider }],
    ['a version that is a text', { version: '1', provider }],
    ['no version', { provider }],
    ['no provider', { version: 1 }],
    ['an unknown key', { version: 1, provider, filters: {} }],
    ['an unknown key of the provider', { version: 1, provider: { ...provider, apiKey: CREDENTIAL } }],
    ['an unknown key of auto-recall', autoRecallConfiguration(origin, import.meta.dirname, { enabled: true })],
    ['auto-recall in version 1', { version: 1, provider, autoRecall: { repositoryRoot: import.meta.dirname } }],
    ['no auto-recall in version 2', { version: 2, provider }],
    ['a timeout of nothing', { version: 1, provider, timeoutMs: 0 }],
    ['too long a timeout', { version: 1, provider, timeoutMs: 30_001 }],
    ['a timeout that is a text', { version: 1, provider, timeoutMs: '5000' }],
    ['another provider', { version: 1, provider: { ...provider, type: 'mem0' } }],
    ['a variable name that is none', { version: 1, provider: { ...provider, tokenEnv: 'A-B' } }],
    ['a variable name with a line end', { version: 1, provider: { ...provider, tokenEnv: 'A\n' } }],
    ['no variable name', { version: 1, provider: { ...provider, tokenEnv: '' } }],
    ['a blank application', { version: 1, provider: { ...mem0, appId: '   ' } }],
    ['too long an application', { version: 1, provider: { ...mem0, appId: 'a'.repeat(257) } }],
    ['an endpoint for Mem0', { version: 1, provider: { ...mem0, baseUrl: origin } }],
    ['a prototype', prototype],
    ['a list', []],
    ['null', 'null'],
  ])('refuses %s', async (_, content) => {
    expect(await faultOfContent(content)).toBe('schema');
  });
});

describe('the file', () => {
  it.each([
    ['not JSON', '{"version":1'],
    ['empty', ''],
    ['JSON with something behind it', `${JSON.stringify(onDemandConfiguration(origin))}x`],
    ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from(JSON.stringify(onDemandConfiguration(origin)), 'utf16le')],
  ])('is refused when it is %s', async (_, content) => {
    expect(await faultOfContent(content)).toBe('json');
  });

  it('may be nested to any depth without harm', async () => {
    expect(await faultOfContent('['.repeat(32_000) + ']'.repeat(32_000))).toBe('schema');
  });

  it('may have 64 KiB and not a byte more', async () => {
    const content = JSON.stringify(onDemandConfiguration(origin)).padEnd(64 * 1024, ' ');
    await using folder = await createTemporaryFolder();
    expect(loadConfiguration(writeConfiguration(folder.directory, content)).version).toBe(1);
    expect(await faultOfContent(`${content} `)).toBe('file');
  });

  it('must be named absolutely', () => {
    expect(faultOf({}).fault).toBe('path');
    for (const path of ['', 'external-context.json', './external-context.json', '../x']) {
      expect(faultOf({ QWEN_EXTERNAL_CONTEXT_CONFIG: path }).fault).toBe('path');
    }
  });

  it.runIf(process.platform !== 'win32')('must be a regular file, and nothing waits for it to become one', async () => {
    await using folder = await createTemporaryFolder();
    const pipe = join(folder.directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, folder.directory, '/dev/zero', '/dev/null']) {
      expect(faultOf({ QWEN_EXTERNAL_CONTEXT_CONFIG: path }).fault).toBe('file');
    }
    const missing = join(folder.directory, 'external-context.json');
    expect(faultOf({ QWEN_EXTERNAL_CONTEXT_CONFIG: missing }).fault).toBe('unreadable');
    writeFileSync(join(folder.directory, 'file'), '');
    expect(faultOf({ QWEN_EXTERNAL_CONTEXT_CONFIG: join(folder.directory, 'file', 'below') }).fault).toBe('unreadable');
  });
});

describe('the credential', () => {
  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['so short that ordinary words would hold it', 'abcdefg'],
    ['longer than a header should be', 'a'.repeat(4097)],
    ['broken by a line end', 'abcdefgh\r\nX-Other: 1'],
    ['not ASCII', 'schlüssel-123'],
    ['two words', 'two words'],
  ])('is unavailable when it is %s', async (_, value) => {
    await using folder = await createTemporaryFolder();
    const { QWEN_EXTERNAL_CONTEXT_CONFIG = '' } = writeConfiguration(folder.directory, onDemandConfiguration(origin));
    const environment = { QWEN_EXTERNAL_CONTEXT_CONFIG, ...(value === undefined ? {} : { [CREDENTIAL_NAME]: value }) };
    const error = faultOf(environment);
    expect(error.fault).toBe('credential');
    if (value) expect(error.message).not.toContain(value);
  });

  it.each(['__proto__', 'constructor', 'toString'])('is not something that every object has: %s', async (name) => {
    const provider = { ...onDemandConfiguration(origin).provider, tokenEnv: name };
    expect(await faultOfContent({ version: 1, provider })).toBe('credential');
  });
});

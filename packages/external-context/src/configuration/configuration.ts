import { readBaseUrl } from './base-url.js';
import { ConfigurationError } from './configuration-error.js';
import { type ConfigurationFile, configurationSchema } from './configuration-schema.js';
import { readCredential } from './credential.js';
import type { Environment } from './environment.js';
import { readConfigurationFile } from './read-configuration-file.js';
import { readRepositoryRoot } from './repository-root.js';

/** A provider, everything about it fixed. */
export type ProviderConfiguration =
  | { readonly type: 'mem0-platform-v3'; readonly credential: string; readonly appId: string }
  | { readonly type: 'generic-http-search-v1'; readonly credential: string; readonly origin: string };

/** What version 2 adds. */
interface AutoRecallConfiguration {
  /** Canonical path of the one repository. */
  readonly repositoryRoot: string;
  /** Longest search, milliseconds. */
  readonly timeoutMs: number;
}

/** A configuration that can be used as it is. */
export interface Configuration {
  readonly version: 1 | 2;
  /** Longest search of the on-demand profile, milliseconds. */
  readonly timeoutMs: number;
  readonly provider: ProviderConfiguration;
  /** Present in version 2 only. */
  readonly autoRecall?: AutoRecallConfiguration;
}

/**
 * Loads the configuration that `QWEN_EXTERNAL_CONTEXT_CONFIG` names, and the credential that the configuration names.
 * @throws ConfigurationError for everything that is wrong with them
 */
export function loadConfiguration(environment: Environment): Configuration {
  return parseConfiguration(readConfigurationFile(environment), environment);
}

/**
 * Makes a configuration of the content of its file.
 * @param environment where the credential is taken from
 * @throws ConfigurationError for everything that is wrong with them
 */
export function parseConfiguration(content: Uint8Array, environment: Environment): Configuration {
  const file = parseFile(content);
  const provider = readProvider(file.provider, environment);
  const { version, timeoutMs } = file;
  if (file.version === 1) return { version, timeoutMs, provider };
  const { repositoryRoot, timeoutMs: recallTimeoutMs } = file.autoRecall;
  const autoRecall = { repositoryRoot: readRepositoryRoot(repositoryRoot), timeoutMs: recallTimeoutMs };
  return { version, timeoutMs, provider, autoRecall };
}

/**
 * The name of the variable that holds the credential.
 * @throws ConfigurationError `json` or `schema`
 */
export function credentialVariable(content: Uint8Array): string {
  const { provider } = parseFile(content);
  return provider.type === 'mem0-platform-v3' ? provider.apiKeyEnv : provider.tokenEnv;
}

function parseFile(content: Uint8Array): ConfigurationFile {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    throw new ConfigurationError('json');
  }
  const parsed = configurationSchema.safeParse(value);
  if (!parsed.success) throw new ConfigurationError('schema');
  return parsed.data;
}

function readProvider(provider: ConfigurationFile['provider'], environment: Environment): ProviderConfiguration {
  if (provider.type === 'mem0-platform-v3') {
    const { type, appId, apiKeyEnv } = provider;
    return { type, appId, credential: readCredential(environment, apiKeyEnv) };
  }
  const { type, baseUrl, tokenEnv } = provider;
  return { type, origin: readBaseUrl(baseUrl), credential: readCredential(environment, tokenEnv) };
}

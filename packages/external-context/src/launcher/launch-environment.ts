import { delimiter } from 'node:path';
import { type Environment, variable } from '../configuration/environment.js';
import { CONFIGURATION_VARIABLE } from '../configuration/read-configuration-file.js';
import { homeFolder } from './home-folder.js';
import type { LaunchSubject } from './launch-call.js';
import type { Manifest } from './manifest-schema.js';
import type { LaunchSecrets } from './read-launch-secrets.js';

/** What is taken from the caller: how its terminal works and how it writes dates, if it looks like that. */
const inherited = /^(?:TERM|COLORTERM|LANG|LC_[A-Z]{2,20}|TZ)$/;
const inheritedValue = /^[A-Za-z0-9][A-Za-z0-9_.@+,=-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const longestInheritedValue = 64;

/**
 * Set, and not to nothing, because a repository's `.env` adds variables that are unset or empty (qwen 0.24.4): the first two
 * would switch every hook off.
 */
const fixed = {
  QWEN_CODE_SAFE_MODE: '0',
  QWEN_CODE_SIMPLE: '0',
  QWEN_CODE_MEMORY_TEAM: '0',
  QWEN_CODE_MEMORY_TEAM_SYNC: '0',
  QWEN_TELEMETRY_ENABLED: '0',
  QWEN_TELEMETRY_LOG_PROMPTS: '0',
  QWEN_TELEMETRY_INCLUDE_SENSITIVE_SPAN_ATTRIBUTES: '0',
  QWEN_USAGE_STATISTICS_ENABLED: '0',
};

/** Names that belong to the launcher, or that change what a program is rather than what it knows. */
const reserved =
  /^(?:PATH|HOME|ENV|BASH_ENV|IFS|SHELLOPTS|TERM|COLORTERM|LANG|TZ|LC_.*|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|NODE_DEBUG|NODE_V8_COVERAGE|NODE_TLS_REJECT_UNAUTHORIZED|QWEN_HOME|QWEN_RUNTIME_DIR|QWEN_EXTERNAL_CONTEXT_.*|QWEN_CODE_.*|QWEN_TELEMETRY_.*|QWEN_USAGE_STATISTICS_ENABLED|QWEN_SANDBOX.*|(?:HTTP|HTTPS|ALL|NO)_PROXY)$/i;

/** Whether a manifest or a provider configuration may not give a variable this name. */
export function isReservedName(name: string): boolean {
  return reserved.test(name);
}

/** The whole environment of qwen, made from nothing. */
export function launchEnvironment(subject: LaunchSubject, secrets: LaunchSecrets): Record<string, string> {
  const { manifest, call } = subject;
  const plain = Object.entries(manifest.environment).flatMap(([name, source]) => {
    return 'value' in source ? [[name, source.value] as const] : [];
  });
  return {
    ...terminalVariables(call.environment),
    ...Object.fromEntries(plain),
    ...secrets.files,
    [secrets.credentialName]: secrets.credential,
    PATH: manifest.searchPath.join(delimiter),
    HOME: homeFolder(manifest),
    QWEN_HOME: manifest.qwenHome,
    QWEN_CODE_SYSTEM_SETTINGS_PATH: manifest.systemSettingsPath,
    QWEN_CODE_SYSTEM_DEFAULTS_PATH: manifest.systemDefaultsPath,
    [CONFIGURATION_VARIABLE]: manifest.providerConfigPath,
    ...fixed,
    ...proxyVariables(manifest),
  };
}

function terminalVariables(environment: Environment): Record<string, string> {
  const names = Object.keys(environment).filter((name) => inherited.test(name));
  const pairs = names.flatMap((name) => {
    const value = variable(environment, name) ?? '';
    const isPlain = value.length <= longestInheritedValue && inheritedValue.test(value) && !value.includes('..');
    return isPlain ? [[name, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** In both spellings, since each program prefers its own. `*` is the one value that makes any proxy of an `.env` file void. */
function proxyVariables({ proxy }: Manifest): Record<string, string> {
  if (proxy === undefined) return { NO_PROXY: '*', no_proxy: '*' };
  const values = { HTTP_PROXY: proxy.http, HTTPS_PROXY: proxy.https, ALL_PROXY: proxy.https, NO_PROXY: proxy.noProxy };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}

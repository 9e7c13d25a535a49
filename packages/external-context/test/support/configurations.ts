import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A credential that must never be seen in any output. */
export const CREDENTIAL = 'canary-credential-7f3a91';

/** The name of the variable that holds it. */
export const CREDENTIAL_NAME = 'CORPUS_TOKEN';

/** Version 1 for a Generic HTTP provider. */
export function onDemandConfiguration(origin: string, more: object = {}) {
  return { version: 1, provider: genericProvider(origin), ...more };
}

/** Version 2 for a Generic HTTP provider. */
export function autoRecallConfiguration(origin: string, repositoryRoot: string, more: object = {}) {
  return { version: 2, provider: genericProvider(origin), autoRecall: { repositoryRoot, ...more } };
}

/** Writes a configuration, and returns the environment that names it. */
export function writeConfiguration(folder: string, configuration: unknown): Record<string, string> {
  const path = join(folder, 'external-context.json');
  const isContent = typeof configuration === 'string' || configuration instanceof Uint8Array;
  writeFileSync(path, isContent ? configuration : JSON.stringify(configuration));
  chmodSync(path, 0o644);
  return { QWEN_EXTERNAL_CONTEXT_CONFIG: path, [CREDENTIAL_NAME]: CREDENTIAL };
}

function genericProvider(origin: string) {
  return { type: 'generic-http-search-v1', baseUrl: origin, tokenEnv: CREDENTIAL_NAME };
}

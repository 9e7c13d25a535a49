import { credentialVariable } from '../configuration/configuration.js';
import type { LaunchSubject } from './launch-call.js';
import { readTrustedFile } from './trusted-file.js';
import { credentialOwners, trustedOwners } from './trusted-owners.js';

const MOST_SECRET_BYTES = 64 * 1024;

/** The content of the files that a manifest names and that go into the environment. */
export interface LaunchSecrets {
  /** The provider configuration. */
  readonly providerConfiguration: Buffer;
  /** Variable that the provider configuration names. */
  readonly credentialName: string;
  readonly credential: string;
  /** Variables whose values are in files. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Reads them. A line end after a secret is not part of it.
 * @throws Error, with no message for people, when a file is not to be trusted
 * @throws ConfigurationError when the provider configuration cannot be understood
 */
export function readLaunchSecrets(subject: LaunchSubject): LaunchSecrets {
  const { manifest } = subject;
  const readSecret = (path: string) => {
    const rule = { owners: credentialOwners(subject), isSecret: true, mostBytes: MOST_SECRET_BYTES };
    return readTrustedFile(path, rule)
      .toString('utf8')
      .replace(/\r?\n$/, '');
  };
  const providerConfiguration = readTrustedFile(manifest.providerConfigPath, {
    owners: trustedOwners(subject),
    mostBytes: MOST_SECRET_BYTES,
  });
  const files = Object.entries(manifest.environment).flatMap(([name, source]) => {
    return 'file' in source ? [[name, readSecret(source.file)] as const] : [];
  });
  return {
    providerConfiguration,
    credentialName: credentialVariable(providerConfiguration),
    credential: readSecret(manifest.credentialPath),
    files: Object.fromEntries(files),
  };
}

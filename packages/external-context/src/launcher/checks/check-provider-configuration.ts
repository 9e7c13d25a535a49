import { type Configuration, parseConfiguration } from '../../configuration/configuration.js';
import { ConfigurationError } from '../../configuration/configuration-error.js';
import { readRepositoryRoot } from '../../configuration/repository-root.js';
import { readProxySettings } from '../../providers/http/proxy-settings.js';
import type { Check, LaunchSubject } from '../launch-call.js';
import { isReservedName, launchEnvironment } from '../launch-environment.js';
import { LaunchError } from '../launch-error.js';
import { readLaunchSecrets } from '../read-launch-secrets.js';

/** The search server or the hook will accept its configuration in the environment that it is going to have. */
export const checkProviderConfiguration: Check = {
  name: 'provider-configuration',
  run(subject) {
    const { manifest } = subject;
    const { version, autoRecall } = dryRun(subject);
    const wanted = manifest.profile === 'on-demand' ? 1 : 2;
    if (version !== wanted) {
      throw fault(`The provider configuration must have version ${wanted} for this profile: use the other example.`);
    }
    if (autoRecall !== undefined && autoRecall.repositoryRoot !== readRepositoryRoot(manifest.repositoryRoot)) {
      throw fault('The provider configuration is bound to another folder than repositoryRoot: correct one of them.');
    }
    return [];
  },
};

function dryRun(subject: LaunchSubject): Configuration {
  try {
    const secrets = readLaunchSecrets(subject);
    const names = [secrets.credentialName, ...Object.keys(subject.manifest.environment)];
    if (names.some(isReservedName) || new Set(names).size < names.length) {
      throw fault(
        'A variable name in the manifest or the provider configuration is reserved or used twice: choose another.',
      );
    }
    const environment = launchEnvironment(subject, secrets);
    readProxySettings(environment);
    return parseConfiguration(secrets.providerConfiguration, environment);
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    if (error instanceof ConfigurationError) throw fault(error.message);
    throw fault(
      'The provider configuration or a secret cannot be read in the way its owner and mode must allow: correct them.',
    );
  }
}

function fault(message: string): LaunchError {
  return new LaunchError('provider-configuration', message);
}

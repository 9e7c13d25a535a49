import type { Check } from '../launch-call.js';
import { launchEnvironment } from '../launch-environment.js';
import { LaunchError } from '../launch-error.js';
import { qwenVersion } from '../qwen-process.js';
import { readLaunchSecrets } from '../read-launch-secrets.js';

/** What was tried out with one version of qwen is not known of another. */
export const checkVersion: Check = {
  name: 'version',
  async run(subject) {
    const { nodePath, qwenEntry, qwenVersion: pin } = subject.manifest;
    const environment = launchEnvironment(subject, readLaunchSecrets(subject));
    const version = await qwenVersion({ nodePath, qwenEntry, environment });
    if (version === pin) return [];
    const message =
      version === undefined
        ? 'qwenEntry does not tell its version: check that nodePath can run it.'
        : 'qwenEntry has another version than qwenVersion: try the new one out, then change the manifest.';
    throw new LaunchError('version', message);
  },
};

import { allChecks } from './checks/all-checks.js';
import { checkArguments } from './checks/check-arguments.js';
import { checkTerminal } from './checks/check-terminal.js';
import type { LaunchCall, LaunchSubject } from './launch-call.js';
import { launchEnvironment } from './launch-environment.js';
import { LaunchError } from './launch-error.js';
import type { Profile } from './manifest-schema.js';
import { qwenArguments } from './qwen-arguments.js';
import { runQwen } from './qwen-process.js';
import { readLaunchSecrets } from './read-launch-secrets.js';
import { readManifest } from './read-manifest.js';

/** What a launcher was installed with; no caller can change it. */
export interface LaunchInstallation {
  readonly profile: Profile;
  readonly manifestPath: string;
  /** Who may own the manifest. */
  readonly manifestOwners: ReadonlySet<number>;
}

/**
 * Makes all checks, and then runs qwen on the terminal until it ends.
 * @param onWarning told what a person should know and what does not keep qwen from starting
 * @returns what to exit with
 * @throws LaunchError when a check failed; nothing was started then but `qwen --version`
 */
export async function launch(
  installation: LaunchInstallation,
  call: LaunchCall,
  onWarning: (warning: string) => void,
): Promise<number> {
  checkArguments(call);
  checkTerminal(call);
  const manifest = readManifest(installation.manifestPath, installation.manifestOwners);
  if (manifest.profile !== installation.profile) {
    throw new LaunchError(
      'manifest',
      'The manifest is for the other profile: each launcher has a manifest of its own.',
    );
  }
  const subject: LaunchSubject = { manifest, call };
  for (const check of allChecks) {
    for (const warning of await check.run(subject)) onWarning(warning);
  }
  const environment = launchEnvironment(subject, readLaunchSecrets(subject));
  const program = { nodePath: manifest.nodePath, qwenEntry: manifest.qwenEntry, environment };
  try {
    return await runQwen(program, qwenArguments(manifest), manifest.repositoryRoot);
  } catch {
    throw new LaunchError('start', 'qwen could not be started: ask the administrator to run the doctor.');
  }
}

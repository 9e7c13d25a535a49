import { launch } from './launch.js';
import { LaunchError } from './launch-error.js';
import type { Profile } from './manifest-schema.js';
import { manifestOwners, ownCall } from './own-call.js';

/**
 * Runs a launcher. The first argument of the process is the path of the manifest, which the installed command put there; what
 * comes after it is the caller's.
 * @param program the file of the launcher
 */
export async function runLauncher(profile: Profile, program: string): Promise<void> {
  const [manifestPath, ...callArguments] = process.argv.slice(2);
  try {
    if (process.platform === 'win32') {
      throw new LaunchError('start', 'The launchers need POSIX owners and modes: on Windows follow docs/windows.md.');
    }
    if (manifestPath === undefined) {
      throw new LaunchError(
        'arguments',
        'This program is run by the command that external-context-admin installs: use that.',
      );
    }
    const installation = { profile, manifestPath, manifestOwners: manifestOwners(program) };
    process.exitCode = await launch(installation, ownCall(callArguments), (warning) => say(`warning: ${warning}`));
  } catch (error) {
    const unexpected = 'An unexpected error: ask the administrator to run the doctor.';
    const failure = error instanceof LaunchError ? error : new LaunchError('start', unexpected);
    say(`${failure.check}: ${failure.message}`);
    process.exitCode = failure.exitCode;
  }
}

function say(text: string): void {
  process.stderr.write(`external-context: ${text}\n`);
}

import { dirname, isAbsolute, join } from 'node:path';
import { LaunchError } from '../launcher/launch-error.js';
import { manifestOwners, ownCall } from '../launcher/own-call.js';
import { readManifest } from '../launcher/read-manifest.js';
import { diagnose, type Finding } from './diagnose.js';
import { installLauncher } from './install-launcher.js';

const usage = `Usage:
  external-context-admin doctor MANIFEST            make the checks of a launcher, and say which fail
  external-context-admin install MANIFEST COMMAND   write the command that starts qwen by this manifest

Run doctor as the user who will start qwen. Both paths are absolute.
`;

const usageExitCode = 64;
const failureExitCode = 1;

/**
 * The administrator's program.
 * @param commandLine what follows the program's name
 * @param program file of the program
 * @returns what to exit with
 */
export async function runAdmin(commandLine: readonly string[], program: string): Promise<number> {
  const [command, manifestPath, target, ...rest] = commandLine;
  if (command === 'doctor' && manifestPath !== undefined && target === undefined) return doctor(manifestPath, program);
  if (command === 'install' && manifestPath !== undefined && target !== undefined && rest.length === 0) {
    return install(manifestPath, target, program);
  }
  const isHelp = command === '--help' && commandLine.length === 1;
  (isHelp ? process.stdout : process.stderr).write(usage);
  return isHelp ? 0 : usageExitCode;
}

async function doctor(manifestPath: string, program: string): Promise<number> {
  const { findings, exitCode } = await diagnose(manifestPath, manifestOwners(program), ownCall([]));
  process.stdout.write(findings.map(findingText).join(''));
  return exitCode;
}

function findingText({ check, outcome, remarks }: Finding): string {
  const head = `${outcome === 'failed' ? 'FAILED' : outcome.padEnd(6)}  ${check}\n`;
  return head + remarks.map((remark) => `          ${remark}\n`).join('');
}

function install(manifestPath: string, command: string, program: string): number {
  try {
    const manifest = readManifest(manifestPath, manifestOwners(program));
    if (!isAbsolute(command)) throw new LaunchError('paths', 'The path of the command must be absolute.');
    installLauncher(command, manifest, manifestPath, join(dirname(program), `launch-${manifest.profile}.js`));
  } catch (error) {
    const isKnown = error instanceof LaunchError;
    const message = isKnown
      ? error.message
      : 'The command cannot be written there: choose a path where nothing is yet, in a folder that this user may change.';
    process.stderr.write(`${message}\n`);
    return isKnown ? error.exitCode : failureExitCode;
  }
  process.stdout.write('Installed. Now run the doctor as the user who will start it.\n');
  return 0;
}

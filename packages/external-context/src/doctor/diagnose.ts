import { allChecks } from '../launcher/checks/all-checks.js';
import type { CheckName } from '../launcher/exit-codes.js';
import type { LaunchCall } from '../launcher/launch-call.js';
import { LaunchError } from '../launcher/launch-error.js';
import type { Manifest } from '../launcher/manifest-schema.js';
import { readManifest } from '../launcher/read-manifest.js';

/** What became of one check. */
export interface Finding {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'failed' | 'not made';
  /** What is wrong, or what a person should know. */
  readonly remarks: readonly string[];
}

/** What the doctor found. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** 0, or the exit code of the first check that failed. */
  readonly exitCode: number;
}

/**
 * Makes the checks of a launcher, all of them, for the user who runs this. What depends on how the launcher is called
 * (arguments, terminal) is left to each start.
 * @param owners who may own the manifest
 */
export async function diagnose(
  manifestPath: string,
  owners: ReadonlySet<number>,
  call: LaunchCall,
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  let exitCode = 0;
  const attempt = async (check: CheckName, work: () => readonly string[] | Promise<readonly string[]>) => {
    try {
      findings.push({ check, outcome: 'passed', remarks: await work() });
    } catch (error) {
      const followUp = 'It could not be made, because of what is wrong above.';
      const failure = error instanceof LaunchError ? error : new LaunchError(check, followUp);
      findings.push({ check, outcome: 'failed', remarks: [failure.message] });
      exitCode ||= failure.exitCode;
    }
  };
  let manifest: Manifest | undefined;
  await attempt('manifest', () => {
    manifest = readManifest(manifestPath, owners);
    return [`It is for the profile ${manifest.profile}.`];
  });
  for (const { name, run } of allChecks) {
    const subject = manifest === undefined ? undefined : { manifest, call };
    if (subject !== undefined) await attempt(name, () => run(subject));
    else findings.push({ check: name, outcome: 'not made', remarks: ['There is no manifest to go by.'] });
  }
  return { findings, exitCode };
}

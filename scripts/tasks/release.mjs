import { run, TaskFailure } from './process.mjs';
import { readJson } from './workspace.mjs';

/** Turns the waiting changesets into new versions and change logs. */
export async function setVersions() {
  await changeset('version');
}

/** Publishes every package whose version the registry does not have yet, and tags it. The packages must be built. */
export async function publishVersions() {
  await changeset('publish');
}

async function changeset(command) {
  // changesets starts whatever `pnpm` it finds; only pnpm replaces workspace versions and applies publishConfig.
  const { packageManager } = readJson('package.json');
  const args = ['-y', `--package=${packageManager}`, '--', 'changeset', command];
  const { code } = await run('npx', args, { show: true, shell: process.platform === 'win32' });
  if (code !== 0) throw new TaskFailure(`changeset ${command} failed (exit code ${code}).`);
}

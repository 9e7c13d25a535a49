import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { credentialVariable } from '../../configuration/configuration.js';
import { homeFolder } from '../home-folder.js';
import type { Check, LaunchSubject } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';
import { readPersonsFile } from '../read-persons-file.js';
import { readTrustedFile } from '../trusted-file.js';
import { trustedOwners } from '../trusted-owners.js';

/** What the launcher sets, and what would change how the programs below qwen behave. */
const screened = /^(?:(?:HTTP|HTTPS|ALL|NO)_PROXY|NODE_.*|QWEN_.*)$/i;

/** A name in front of `=` or `:` in an `.env` file. */
const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*[=:]/gm;

/**
 * No `.env` file that qwen may read names a variable that matters here. The launcher sets those itself, so that such a file
 * has no effect on them; but somebody wrote it for a reason.
 */
export const checkRepository: Check = {
  name: 'repository',
  run(subject) {
    const names = screenedNames(subject);
    if (names.length === 0) return [];
    const finding = `An .env file in the repository, above it or in a home folder names variables that matter to this launcher (${names.join(', ')})`;
    if (subject.manifest.repositoryScreen === 'refuse') throw new LaunchError('repository', `${finding}: remove them.`);
    return [`${finding}; those that the launcher sets keep its values.`];
  },
};

function screenedNames(subject: LaunchSubject): string[] {
  const { manifest } = subject;
  const rule = { owners: trustedOwners(subject) };
  const credential = credentialVariable(readTrustedFile(manifest.providerConfigPath, rule));
  const folders = [...foldersUpwards(realpathSync(manifest.repositoryRoot)), homeFolder(manifest), manifest.qwenHome];
  const files = folders.flatMap((folder) => [join(folder, '.env'), join(folder, '.qwen', '.env')]);
  const names = [...new Set(files)].flatMap(assignedNames);
  // The name of the credential's variable is the administrator's, and is not told.
  const told = names.flatMap((name) => (name === credential ? ['the credential'] : screened.test(name) ? [name] : []));
  return [...new Set(told)].sort();
}

function foldersUpwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpwards(above)];
}

function assignedNames(path: string): string[] {
  const file = readPersonsFile(path);
  return file.kind === 'text' ? [...file.text.matchAll(assignment)].map(([, name = '']) => name) : [];
}

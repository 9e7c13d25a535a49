import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check, LaunchSubject } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';
import { type ManifestPath, manifestPaths } from '../manifest-paths.js';
import { judgeFile, readTrustedFile } from '../trusted-file.js';
import { credentialOwners, trustedOwners } from '../trusted-owners.js';
import { isOwnersOnly, isTrustedFolder, resolveTrusted } from '../trusted-path.js';

/** Far above the 1,300 files of qwen 0.24.4. */
const MOST_PACKAGE_FILES = 50_000;

/** These are the person's own. */
const unchecked = new Set(['repositoryRoot', 'homePath']);

/** Nobody but trusted owners can change what decides which corpus is asked, by which code, with which credential. */
export const checkOwnership: Check = {
  name: 'ownership',
  run(subject) {
    for (const each of manifestPaths(subject.manifest)) checkOwner(each, subject);
    if (!isPackageTrusted(subject)) {
      throw fault('Everything beside qwenEntry must belong to trusted owners and be writable by nobody else');
    }
    checkDigests(subject);
    return isOpenToAll(subject.manifest.qwenHome)
      ? ['qwenHome is open to every user of the machine, who could put extensions there: mode 1770 is enough.']
      : [];
  },
};

const writableByAll = 0o002;

function isOpenToAll(folder: string): boolean {
  return (statSync(folder).mode & writableByAll) !== 0;
}

function checkOwner({ field, path, kind, isSecret }: ManifestPath, subject: LaunchSubject): void {
  if (unchecked.has(field)) return;
  const owners = isSecret ? credentialOwners(subject) : trustedOwners(subject);
  try {
    if (kind === 'file') judgeFile(path, { owners, isSecret });
    else if (!isTrustedFolder(lstatSync(resolveTrusted(path, owners)), owners)) throw new Error('untrusted folder');
  } catch {
    throw fault(
      isSecret
        ? `${field} must belong to the running user or a trusted owner and be readable by nobody else, in folders that others cannot change`
        : `${field}, and the folders above it, must belong to trusted owners and be writable by nobody else`,
    );
  }
}

/** qwen loads most of its code from beside its entry. Packages outside of that folder are not looked at. */
function isPackageTrusted(subject: LaunchSubject): boolean {
  const owners = trustedOwners(subject);
  const folder = dirname(resolveTrusted(subject.manifest.qwenEntry, owners));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (names.length > MOST_PACKAGE_FILES) return false;
  return names.every((name) => {
    const stats = lstatSync(join(folder, name));
    // A link has no mode of its own; its target is looked at by itself when it is in the folder.
    return owners.has(stats.uid) && (stats.isSymbolicLink() || isOwnersOnly(stats));
  });
}

function checkDigests(subject: LaunchSubject): void {
  const { manifest } = subject;
  const pins =
    manifest.profile === 'on-demand'
      ? { qwenEntry: manifest.qwenEntry, searchServer: manifest.searchServerPath }
      : { qwenEntry: manifest.qwenEntry, hook: manifest.hookPath };
  for (const [name, path] of Object.entries(pins)) {
    const pin = (manifest.sha256 as Readonly<Record<string, string | undefined>>)[name];
    if (pin === undefined) continue;
    const content = readTrustedFile(path, { owners: trustedOwners(subject) });
    if (createHash('sha256').update(content).digest('hex') !== pin) {
      throw fault(
        `The file that sha256.${name} pins has another content: restore it, or pin the new one after a review`,
      );
    }
  }
}

function fault(message: string): LaunchError {
  return new LaunchError('ownership', `${message}${message.includes(':') ? '' : ': correct owners and modes'}.`);
}

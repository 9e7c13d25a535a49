import { statSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import type { Check } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';
import { type ManifestPath, manifestPaths } from '../manifest-paths.js';

/** Every path says plainly where it leads, and there is something of the right kind. */
export const checkPaths: Check = {
  name: 'paths',
  run({ manifest }) {
    for (const each of manifestPaths(manifest)) checkPath(each);
    return [];
  },
};

function checkPath({ field, path, kind }: ManifestPath): void {
  const isPlain = isAbsolute(path) && normalize(path) === path && (path === '/' || !path.endsWith('/'));
  if (!isPlain) {
    throw new LaunchError(
      'paths',
      `${field} must be an absolute path without "..", "." and doubled slashes: correct the manifest.`,
    );
  }
  if (isOfKind(path, kind)) return;
  const wanted = kind === 'file' ? 'regular file' : 'folder';
  throw new LaunchError('paths', `${field} must lead to an existing ${wanted}: correct the manifest, or put it there.`);
}

function isOfKind(path: string, kind: ManifestPath['kind']): boolean {
  try {
    const stats = statSync(path);
    return kind === 'file' ? stats.isFile() : stats.isDirectory();
  } catch {
    return false;
  }
}

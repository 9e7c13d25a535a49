import { isAbsolute } from 'node:path';
import { LaunchError } from './launch-error.js';
import { type Manifest, manifestSchema } from './manifest-schema.js';
import { readTrustedFile } from './trusted-file.js';

const MOST_MANIFEST_BYTES = 64 * 1024;

/**
 * Reads the manifest of a launcher.
 * @param owners who may own it: the manifest cannot say that itself
 * @throws LaunchError `manifest`
 */
export function readManifest(path: string, owners: ReadonlySet<number>): Manifest {
  if (!isAbsolute(path)) throw new LaunchError('manifest', 'The path of the manifest must be absolute.');
  let content: string;
  try {
    content = readTrustedFile(path, { owners, mostBytes: MOST_MANIFEST_BYTES }).toString('utf8');
  } catch {
    throw new LaunchError(
      'manifest',
      'The manifest must be a regular file that only root, or the owner of this program, can change, and so must the folders above it: correct owners and modes.',
    );
  }
  try {
    return manifestSchema.parse(JSON.parse(content));
  } catch {
    throw new LaunchError(
      'manifest',
      'The manifest does not fit its schema: compare it with the example for its profile.',
    );
  }
}

import { userInfo } from 'node:os';
import { LaunchError } from './launch-error.js';
import type { Manifest } from './manifest-schema.js';

/**
 * The home folder for qwen. Not from the caller's `HOME`: the account says where its home is.
 * @throws LaunchError `paths` when nobody says it
 */
export function homeFolder({ homePath }: Manifest): string {
  if (homePath !== undefined) return homePath;
  try {
    return userInfo().homedir;
  } catch {
    throw new LaunchError(
      'paths',
      'The running user has no home folder in the account database: set homePath in the manifest.',
    );
  }
}

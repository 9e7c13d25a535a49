import type { Check } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';

/** Nothing is out of root's reach, so for root no binding holds. */
export const checkUser: Check = {
  name: 'user',
  run({ manifest, call }) {
    if (call.uid === 0 && !manifest.allowRoot) {
      throw new LaunchError(
        'user',
        'This launcher does not run as root: start it as an ordinary user, or set allowRoot in the manifest.',
      );
    }
    if (!manifest.trustedOwnerUids.includes(call.uid)) return [];
    return ['The running user is a trusted owner and can change everything that the checks protect.'];
  },
};

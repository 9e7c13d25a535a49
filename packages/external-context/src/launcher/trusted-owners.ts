import type { LaunchSubject } from './launch-call.js';

/** Whose files are trusted by a manifest. */
export function trustedOwners({ manifest }: LaunchSubject): ReadonlySet<number> {
  return new Set(manifest.trustedOwnerUids);
}

/** The same for credentials, which may belong to the person who needs them. */
export function credentialOwners(subject: LaunchSubject): ReadonlySet<number> {
  return new Set([...subject.manifest.trustedOwnerUids, subject.call.uid]);
}

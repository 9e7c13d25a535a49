/** Length of the shortest name that is one: `token`. */
export const SHORTEST_SECRET_NAME = 5;

/** Whether something of this name is likely to be a secret: `MY_API_KEY`, `userPassword`, `--client-secret`. */
export function isSecretName(name: string): boolean {
  return /api[-_. ]?key|token|passw(?:or)?d|passphrase|secret|credential|(?:private|access)[-_. ]?key/i.test(name);
}

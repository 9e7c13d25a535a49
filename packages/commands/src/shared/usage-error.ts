/** Words that a command cannot take. The message is one sentence that names the cause and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

import { type CheckName, exitCodes } from './exit-codes.js';

/** A check that failed. The message says what to do, names fields of the manifest, and holds no path, content or secret. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
  readonly check: CheckName;

  constructor(check: CheckName, message: string) {
    super(message);
    this.check = check;
  }

  /** What the launcher exits with. */
  get exitCode(): number {
    return exitCodes[this.check];
  }
}

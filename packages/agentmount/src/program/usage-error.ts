/** A command line, setting or input that is refused before anything starts. Each problem is a sentence that names the cause and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(...problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The exit code for it. */
export const USAGE_EXIT = 2;

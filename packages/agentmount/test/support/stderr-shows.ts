import { type LineProcess, waitFor } from '@agentmount/testkit';

/** Waits until a program has said something on stderr. @throws Error with what it has said, after a minute */
export async function stderrShows(program: LineProcess, what: RegExp): Promise<void> {
  await waitFor(() => what.test(program.stderr()), {
    timeoutMs: 60_000,
    what: () => `${what} on stderr:\n${program.stderr()}`,
  });
}

import { fileURLToPath } from 'node:url';
import { type LineProcess, startLineProcess } from '@agentmount/testkit';

/** The built program, absolute. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** What the program is started in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  /** Working directory. */
  readonly work: string;
}

/** What became of a call of the program. */
export interface CallResult {
  readonly code: number | null;
  /** As text, the last line end included. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program with pipes in place of a terminal; its stdin is open. */
export function startProgram(args: readonly string[], { env, work }: Surroundings): Promise<LineProcess> {
  return startLineProcess({ command: process.execPath, args: [PROGRAM, ...args], env, cwd: work });
}

/**
 * Calls the program and waits for its end.
 * @param input what its stdin says
 */
export async function callProgram(
  args: readonly string[],
  surroundings: Surroundings,
  input = '',
): Promise<CallResult> {
  await using program = await startProgram(args, surroundings);
  if (input !== '') await program.write(input);
  program.endInput();
  const { code } = await program.waitForExit(120_000);
  await program.outputEnded;
  return { code, stdout: program.lines.map((line) => `${line}\n`).join(''), stderr: program.stderr() };
}

import { spawn } from 'node:child_process';

/**
 * Runs a program to its end.
 * @returns its exit code, 1 when a signal ended it, and what it wrote to both streams
 * @throws when it cannot be started
 */
export function captureProgram(
  command: string,
  args: readonly string[],
  { cwd, shell = false }: { cwd: string; shell?: boolean },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8').trim() }));
  });
}

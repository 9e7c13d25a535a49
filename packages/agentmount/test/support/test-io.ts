import { PassThrough } from 'node:stream';
import type { CommandIo } from '../../src/program/command-io.js';

/** Surroundings of a call inside the test's own process, and what it wrote. */
export interface TestIo extends CommandIo {
  written(): { readonly stdout: string; readonly stderr: string };
}

/** @param home the person's home directory; nothing outside it is read */
export function testIo(home: string, environment: Readonly<Record<string, string>> = {}): TestIo {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return {
    stdin,
    stdout,
    stderr,
    environment,
    home,
    cwd: home,
    written: () => ({ stdout: text(stdout), stderr: text(stderr) }),
  };
}

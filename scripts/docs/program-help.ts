import { Readable, Writable } from 'node:stream';
import { commands } from '../../packages/agentmount/src/commands.ts';
import { runProgram } from '../../packages/agentmount/src/program/run-program.ts';
import type { ProgramCommand } from '../../packages/server/src/program/program-command.ts';
import { type Manifest, readManifest } from '../../packages/server/src/program/read-manifest.ts';

/** What a program says of itself; the version is left open, for a page must not be out of date with every release. */
export function manifestOf(folder: string): Manifest {
  const manifest = readManifest(new URL(`../../packages/${folder}/package.json`, import.meta.url));
  return { ...manifest, version: 'VERSION' };
}

/** What `agentmount` prints for these words and `--help`. Throws when it does not end well. */
export async function agentmountHelp(...words: readonly string[]): Promise<string> {
  return printed((io) => runProgram(manifestOf('agentmount'), commands, [...words, '--help'], io));
}

/** What a command of a server program prints for `--help`. Throws when it does not end well. */
export async function commandHelp(program: string, command: ProgramCommand): Promise<string> {
  return printed((io) => command.run({ program, args: ['--help'], io, agents: [] }));
}

/** What is written to stdout in surroundings that say nothing of this machine. */
async function printed(work: (io: ReturnType<typeof quietIo>) => Promise<number>): Promise<string> {
  const texts: string[] = [];
  const code = await work(quietIo(texts));
  if (code !== 0) throw new Error(`help ended with ${code}: ${texts.join('')}`);
  return texts.join('');
}

function quietIo(texts: string[]) {
  const output = () =>
    new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        texts.push(chunk);
        done();
      },
    });
  return { stdin: Readable.from([]), stdout: output(), stderr: output(), environment: {}, home: '/home/you', cwd: '/' };
}

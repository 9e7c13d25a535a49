import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTemporaryFolder, noSsh, processesWith, startSshMachine, waitFor } from '@agentmount/testkit';
import { describe, expect, test } from 'vitest';
import { wrapRemote } from '../../src/process/wrap-remote.js';
import { isRunning } from './support.js';

/**
 * Ignores SIGTERM and its end of input, and leaves behind: a child, a daemon in a session of its own, and a child whose environment is empty. Says
 * the ids, its own last, and where its file is.
 */
const AGENT = `trap '' TERM HUP
sleep 1000 & one=$!
setsid sh -c 'echo $$ >"$1"; exec sleep 1000' daemon "$2/daemon" & two=$!
env -i sleep 1000 & three=$!
while [ ! -s "$2/daemon" ]; do sleep 0.05; done
echo $one $(cat "$2/daemon") $three $$ "$1"
[ "$3" != leave ] || exit 0
while :; do sleep 1000; done`;

/** Ignores SIGTERM and its end of input, and says what there is of it. */
const GROUP = `trap '' TERM HUP
sleep 1000 &
echo $! $$ "$1"
while :; do sleep 1000; done`;

/** What the watch itself uses. */
const PROGRAMS = ['sh', 'sleep', 'cat', 'grep', 'sed', 'mktemp', 'rm', 'ps', 'uname'];

interface Started {
  readonly ssh: ChildProcessWithoutNullStreams;
  readonly marker: string;
  readonly pids: readonly number[];
  /** The private folder. */
  readonly place: string;
}

async function start(
  words: readonly string[],
  directory: string,
  how: 'stay' | 'leave',
  script = AGENT,
): Promise<Started> {
  const marker = randomUUID();
  const { command, args, input } = wrapRemote(words, {
    command: 'sh',
    args: ['-c', script, 'agent', '{files}/note', directory, how],
    env: {},
    cwd: directory,
    files: { note: 'private' },
    marker,
    setting: 'TOY_MCP_BIN',
  });
  const ssh = spawn(command, args, { env: { PATH: '/usr/bin:/bin', HOME: directory } });
  let said = '';
  ssh.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  ssh.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  ssh.stdin.write(input);
  await waitFor(() => said.endsWith('/note\n'), { what: () => `the agent to begin; it said: ${said}` });
  const parts = said.trim().split(' ');
  return { ssh, marker, pids: parts.slice(0, -1).map(Number), place: dirname(parts.at(-1) ?? '') };
}

async function expectGone({ marker, pids, place }: Started): Promise<void> {
  await waitFor(() => pids.every((pid) => !isRunning(pid)), { what: `${pids.join(', ')} to be gone` });
  await waitFor(() => !existsSync(place), { what: `${place} to be removed` });
  await waitFor(async () => (await processesWith({ commandIncludes: marker })).length === 0, {
    what: 'the watch to be gone',
  });
}

describe.runIf(noSsh === undefined)(
  `the watch over an agent behind ssh${noSsh === undefined ? '' : ` (${noSsh})`}`,
  () => {
    test('ends all of it when the connection is gone, though it ignores SIGTERM and the end of its input', async () => {
      await using folder = await createTemporaryFolder('watch');
      const env = { PATH: '/usr/bin:/bin', HOME: folder.directory, TMPDIR: folder.directory };
      await using machine = await startSshMachine({ env });
      const started = await start(machine.words, folder.directory, 'stay');
      expect(started.pids.every(isRunning)).toBe(true);
      expect(existsSync(join(started.place, 'note'))).toBe(true);
      started.ssh.kill('SIGKILL');
      await expectGone(started);
    });

    test('ends what an agent leaves behind, and its connection does not wait for that', async () => {
      await using folder = await createTemporaryFolder('watch');
      const env = { PATH: '/usr/bin:/bin', HOME: folder.directory, TMPDIR: folder.directory };
      await using machine = await startSshMachine({ env });
      const started = await start(machine.words, folder.directory, 'leave');
      await expectGone(started);
      await waitFor(() => started.ssh.exitCode === 0, { what: 'ssh to end with the code of the agent' });
    });

    test.each([
      ['perl can have one', ['perl']],
      ['nothing can: it ends the group of the agent then', []],
    ])('does without a program for sessions of their own where %s', async (_, more) => {
      await using folder = await createTemporaryFolder('watch');
      const bin = join(folder.directory, 'bin');
      mkdirSync(bin);
      for (const name of [...PROGRAMS, ...more]) symlinkSync(`/usr/bin/${name}`, join(bin, name));
      const env = { PATH: bin, HOME: folder.directory, TMPDIR: folder.directory };
      await using machine = await startSshMachine({ env });
      const started = await start(machine.words, folder.directory, 'stay', GROUP);
      started.ssh.kill('SIGKILL');
      await expectGone(started);
    });
  },
);

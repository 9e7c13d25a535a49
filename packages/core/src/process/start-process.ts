import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Exit } from '../contract/failure.js';
import { HeadTail } from '../frames/head-tail.js';
import type { AgentProcess, ProcessSpec } from './agent-process.js';
import { ProcessEnd } from './end-process.js';
import { endStrays } from './end-strays.js';
import { type Lifeline, sharedLifeline } from './lifeline.js';
import { MARKER_VARIABLE, markerValue, newMarker } from './marker.js';
import { OutputPipe } from './output-pipe.js';
import { processTable } from './process-table.js';
import { ProcessTree, type TreeLook } from './process-tree.js';
import { startError } from './start-error.js';
import { sharedTreeWatch } from './tree-watch.js';

/** Bytes of stderr that are kept, at each end. */
const STDERR_KEPT = 32 * 1024;
/** What descendants get when the process has exited by itself. */
const AFTER_EXIT = { politeMs: 0, killGraceMs: 1_000 };

/** For a server that does not want the shared ones. */
export interface StartOptions {
  readonly lifeline?: Lifeline;
}

const table = processTable();

/**
 * Starts a process in a session and group of its own, known to the watchdog before it exists. Rejects with an `Error` that says why,
 * its `cause` being the system's error, when it cannot be started; nothing is left then, the folder of the spec included.
 */
export async function startProcess(spec: ProcessSpec, options: StartOptions = {}): Promise<AgentProcess> {
  const lifeline = options.lifeline ?? sharedLifeline();
  const marker = newMarker(table.startTimeOf(process.pid));
  await lifeline.announce(marker, spec.folder);
  let child: ChildProcessWithoutNullStreams;
  try {
    child = await spawnChild(spec, marker);
  } catch (error) {
    await removeFolder(spec);
    lifeline.forget(marker);
    throw error;
  }
  return supervise(child, spec, marker, lifeline);
}

async function spawnChild(spec: ProcessSpec, marker: string): Promise<ChildProcessWithoutNullStreams> {
  try {
    const child = spawn(spec.command, [...spec.args], {
      cwd: spec.cwd,
      env: { ...spec.env, [MARKER_VARIABLE]: markerValue(marker, process.env[MARKER_VARIABLE]) },
      // A new session on POSIX; on Windows it would open a window.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    return child;
  } catch (error) {
    throw await startError(error, spec);
  }
}

function supervise(
  child: ChildProcessWithoutNullStreams,
  spec: ProcessSpec,
  marker: string,
  lifeline: Lifeline,
): AgentProcess {
  const pid = child.pid ?? 0;
  const tree = new ProcessTree(pid, marker, table.startTimeOf(pid));
  lifeline.sessionBegun(marker, { id: pid, leaderStart: table.startTimeOf(pid) });
  const unwatch = sharedTreeWatch().add(tree, (look: TreeLook) => {
    for (const session of look.sessionsBegun) lifeline.sessionBegun(marker, session);
    for (const session of look.sessionsEnded) lifeline.sessionEnded(marker, session);
  });

  const stdout = new OutputPipe(child.stdout);
  const stderrPipe = new OutputPipe(child.stderr);
  const stderr = new HeadTail(STDERR_KEPT, STDERR_KEPT);
  stderrPipe.stream.on('data', (chunk: Buffer) => stderr.push(chunk));
  // Broken pipes show in the exit; without a listener they would end this process.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  child.on('error', () => undefined);

  let exited = false;
  const ladder = new ProcessEnd({ tree, table, hasExited: () => exited, closeInput: () => child.stdin.end() });
  let ended: ReturnType<ProcessEnd['end']> | undefined;
  const end: AgentProcess['end'] = (times) => {
    const ending = ladder.end(times);
    ended ??= ending.then(async (survivors) => {
      unwatch();
      // Without a process that reads it, what waits to be written would wait for ever.
      child.stdin.destroy();
      await removeFolder(spec);
      if (survivors.length === 0) lifeline.forget(marker);
      return survivors;
    });
    return ended;
  };

  const exit = new Promise<Exit>((resolve) => {
    child.once('exit', async (code, signal) => {
      exited = true;
      child.stdin.destroy();
      void end(AFTER_EXIT);
      await Promise.all([stdout.drain(), stderrPipe.drain()]);
      resolve({ code, signal, stderr: stderr.text() });
    });
  });

  return {
    pid,
    marker,
    stdout: stdout.stream,
    stderr: () => stderr.text(),
    write: (text) =>
      new Promise((resolve) => {
        if (!child.stdin.writable) resolve();
        else child.stdin.write(text, () => resolve());
      }),
    endInput: () => void child.stdin.end(),
    exit,
    endStrays: async (graceMs) => process.platform !== 'win32' && endStrays(tree, table, graceMs),
    end,
  };
}

async function removeFolder({ folder }: ProcessSpec): Promise<void> {
  if (folder === undefined) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

import { spawn } from 'node:child_process';
import { root, taskEnvironment, workspaceNode } from './workspace.mjs';

/** A task that ended badly in a way that needs no stack trace. The message says what to do. */
export class TaskFailure extends Error {}

/**
 * Starts a program in the workspace and waits for its end.
 * @param timeoutMs after this it is told to end
 * @returns its exit code (1 when a signal ended it) and, unless it wrote straight to the terminal, its output
 */
export function run(command, args, { cwd = root, environment = {}, show = false, shell = false, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      timeout: timeoutMs,
      env: taskEnvironment(environment),
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const forward = (signal) => child.kill(signal);
    const ignore = () => {
      // A terminal sends Ctrl-C to the child as well; waiting for its end keeps its last words in front of the prompt.
    };
    process.on('SIGTERM', forward);
    process.on('SIGINT', ignore);
    const settle = () => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', ignore);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code) => {
      settle();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** Runs a script with the workspace's own Node.js. */
export function runNode(args, options) {
  return run(workspaceNode(), args, options);
}

/**
 * Does one step of a task and prints one line for it.
 * @param work returns what a person should know beside the name of the step, or nothing
 */
export async function step(label, work) {
  const started = Date.now();
  try {
    const note = await work();
    console.log(`✓ ${label}${note ? ` (${note})` : ''}  ${elapsed(started)}`);
  } catch (error) {
    console.log(`✗ ${label}  ${elapsed(started)}`);
    throw error;
  }
}

/** A step that is one run of a program: nothing is shown of it unless it fails. */
export function programStep(label, args, options) {
  return step(label, async () => {
    const { code, output } = await runNode(args, options);
    if (code !== 0) throw new TaskFailure(`${output.trim()}\n\n${label} failed (exit code ${code}).`);
  });
}

function elapsed(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

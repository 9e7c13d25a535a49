import type { Environment } from '../configuration/environment.js';
import { readEvent } from './read-event.js';
import { recall } from './recall.js';

/** From the start of the process to the answer at the latest, milliseconds. qwen is told to give up on the hook after 8,000. */
const ANSWER_MS = 6500;
/** The same for the end of the process, should the answer not get out. */
const END_MS = 7000;

/**
 * Runs the hook: reads one event from stdin, writes one JSON object to stdout, and ends the process. Whatever happens the
 * exit code is 0 and nothing is on stderr: qwen 0.24.4 would take 2 for an order to hold the prompt back.
 */
export async function runRecallHook(environment: Environment): Promise<void> {
  process.removeAllListeners('warning');
  process.on('uncaughtException', () => answer(undefined));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => answer(undefined));
  // Who has left does not need an answer.
  process.stdout.on('error', () => process.exit(0));
  // This clock runs evenly and began with the process: what starting took is counted.
  setTimeout(() => answer(undefined), ANSWER_MS - performance.now());
  setTimeout(() => process.exit(0), END_MS - performance.now());
  const context = await readEvent(process.stdin)
    .then((event) => recall(event, environment))
    .catch(() => undefined);
  answer(context);
}

let hasAnswered = false;

/** Ends the process as soon as the answer is out; connections that are still being made would keep it alive for seconds. */
function answer(context: string | undefined): void {
  if (hasAnswered) return;
  hasAnswered = true;
  const output =
    context === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: context } };
  process.stdout.write(JSON.stringify(output), () => process.exit(0));
}

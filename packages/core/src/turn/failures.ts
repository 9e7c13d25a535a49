import type { Exit, Failure } from '../contract/failure.js';
import { Refusal } from '../runner/refusal.js';
import type { Cause } from './report.js';

/** A process that went away without its adapter having a better name for it. */
export function exitFailure(title: string, exit: Exit): Failure {
  const how = exit.signal === null ? `exited with code ${exit.code ?? 'unknown'}` : `was ended by ${exit.signal}`;
  return { class: 'agent', message: `${title} ${how} before it was done` };
}

/** An error of starting or queueing, as a cause. */
export function failureOf(error: unknown): Cause {
  const message = error instanceof Error ? error.message : String(error);
  if (Refusal.is(error) && error.code === 'busy') return { class: 'busy', message };
  return { class: 'spawn', message };
}

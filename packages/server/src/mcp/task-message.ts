import type { TaskView } from '../tasks/call-task.js';
import { TASK_KEPT_MS } from '../tasks/task-registry.js';
import { inputRequests } from './question-message.js';

/** The name under which hosts and servers declare that they know tasks. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** How often a host should ask, ms. */
const POLL_INTERVAL_MS = 1000;

/**
 * A task as the extension (2026-07-28) has it. It lives without limit while it works, and an hour longer.
 * @param result the call's result as the protocol has it
 */
export function taskMessage(task: TaskView, result: object | undefined): Record<string, unknown> {
  const { id, status, message, createdAt, updatedAt, endedAt, questions } = task;
  return {
    taskId: id,
    status,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: endedAt === undefined ? null : endedAt - createdAt + TASK_KEPT_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
    ...(result === undefined ? {} : { result: { ...result, resultType: 'complete' } }),
    ...(questions === undefined ? {} : { inputRequests: inputRequests(questions) }),
  };
}

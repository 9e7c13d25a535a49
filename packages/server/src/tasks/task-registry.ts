import type { CallContext, ToolResult } from '../tools/tool.js';
import { CallTask, type TaskContext } from './call-task.js';

/** How long an ended task can still be asked for, ms; as long as a turn's report. */
export const TASK_KEPT_MS = 3_600_000;
const MOST_ENDED = 200;

/** The tasks of one server: those that go on, and the ended ones whose result can still be fetched. */
export class TaskRegistry {
  readonly #tasks = new Map<string, CallTask>();
  /** In the order in which they ended. */
  readonly #ended = new Set<string>();

  /** Begins a call as a task. It can be found from now on. */
  begin(call: (context: CallContext) => Promise<ToolResult>, context: TaskContext): CallTask {
    const task = new CallTask(call, context);
    this.#tasks.set(task.id, task);
    void task.ended.then(() => {
      this.#ended.add(task.id);
      for (const id of this.#ended) {
        if (this.#ended.size <= MOST_ENDED) break;
        this.#forget(id);
      }
      setTimeout(() => this.#forget(task.id), TASK_KEPT_MS).unref();
    });
    return task;
  }

  find(id: string): CallTask | undefined {
    return this.#tasks.get(id);
  }

  #forget(id: string): void {
    this.#tasks.delete(id);
    this.#ended.delete(id);
  }
}

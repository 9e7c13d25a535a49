import { type McpClient, type ScriptedModel, text } from '@agentmount/testkit';
import { expect } from 'vitest';

/**
 * Makes many calls at once; each must bring its own answer.
 * @param name makes the tasks of several fan-outs on one model different ones
 * @returns how many of the calls were told that they were queued
 */
export async function fanOut(client: McpClient, model: ScriptedModel, count: number, name = 'task'): Promise<number> {
  const queued = new Set<string>();
  const tasks = Array.from({ length: count }, (_, index) => `${name} ${index} of many.`);
  for (const task of tasks) model.script(task, [text(`Answer to ${task}`)]);
  const results = await Promise.all(
    tasks.map((prompt) =>
      client.call(
        'qwen',
        { prompt },
        {
          timeoutMs: 900_000,
          onProgress: ({ message = '' }) => {
            if (message.startsWith('queued')) queued.add(prompt);
          },
        },
      ),
    ),
  );
  for (const [index, { text: report, isError }] of results.entries()) {
    expect(isError, report).toBe(false);
    expect(report).toContain(`Answer to ${tasks[index]}`);
  }
  const sessions = results.map(({ text: report }) => /^\[session: (\S+)\]/.exec(report)?.[1]);
  expect(new Set(sessions).size).toBe(count);
  return queued.size;
}

import { createRunner, type Runner } from '@agentmount/core';
import { variablePrefix } from '@agentmount/server';
import type { CommandAgent, CommandIo } from './command-call.js';

/** Does something with an agent's runner, on the state that its servers share; nothing is started for it. */
export async function withRunner<Result>(
  { adapter, settings }: CommandAgent,
  { environment, home, cwd }: CommandIo,
  work: (runner: Runner) => Promise<Result>,
): Promise<Result> {
  const prefix = variablePrefix(adapter);
  const runner = await createRunner({
    adapter,
    settings: settings.runner,
    cwd,
    environment,
    home,
    variablePrefix: prefix,
  });
  try {
    return await work(runner);
  } finally {
    await runner.close();
  }
}

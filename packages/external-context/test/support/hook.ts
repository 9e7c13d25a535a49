import { createTemporaryFolder } from '@agentmount/testkit';
import { expect } from 'vitest';
import { builtProgram } from './built-programs.js';
import { autoRecallConfiguration, writeConfiguration } from './configurations.js';
import { type RunOptions, type RunResult, runProgram } from './run-program.js';
import { type ProviderAnswer, startScriptedProvider } from './scripted-provider.js';

/** What the provider of a hook has found, when nothing else is said. */
export const foundItem = { id: 'a', content: 'Deploys happen on <b>Fridays</b>.' };

/** The context that the hook gave, or undefined for none. However it was treated, it must have been orderly. */
export function contextOf(result: RunResult): unknown {
  const { code, signal, stderr } = result;
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
  const output = JSON.parse(result.stdout);
  if (Object.keys(output).length === 0) return undefined;
  expect(Object.keys(output)).toEqual(['hookSpecificOutput']);
  expect(Object.keys(output.hookSpecificOutput)).toEqual(['hookEventName', 'additionalContext']);
  expect(output.hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
  expect(output.hookSpecificOutput.additionalContext.length).toBeLessThanOrEqual(4000);
  return JSON.parse(output.hookSpecificOutput.additionalContext);
}

/** A hook in a repository of its own, bound to a provider that answers so. */
export async function createHook(answer: ProviderAnswer = { items: [foundItem] }) {
  const folder = await createTemporaryFolder('hook');
  const provider = await startScriptedProvider(answer);
  const hook = await builtProgram('auto-recall');
  const environment = writeConfiguration(folder.directory, autoRecallConfiguration(provider.origin, folder.directory));
  const event = { hook_event_name: 'UserPromptSubmit', submitted_prompt: 'when are deploys', cwd: folder.directory };
  return {
    /** The repository. */
    folder: folder.directory,
    provider,
    /** The file of the hook. */
    hook,
    environment,
    /** One event that it answers. */
    event,
    /** Runs the hook on the event, unless told otherwise. */
    run: (options: RunOptions = {}, file = hook) => {
      return runProgram(file, { env: environment, input: JSON.stringify(event), cwd: folder.directory, ...options });
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await folder.dispose();
    },
  };
}

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createQwenHome, type ScriptedModel, startScriptedModel, text, tool } from '@agentmount/testkit';
import { builtProgram } from './built-programs.js';
import { onDemandConfiguration, writeConfiguration } from './configurations.js';
import { substituteExample } from './examples.js';
import { runHeadless } from './real-qwen.js';
import type { RunResult } from './run-program.js';
import { startScriptedProvider } from './scripted-provider.js';

/** The tool's name as qwen has it. */
export const searchTool = 'mcp__external-context__context_search';

/** What the corpus says. */
export const corpusItem = { id: 'runbook-7', content: 'Deploys happen on <b>Fridays</b>, canary-context-51.' };

/** How qwen is started; what is not said is as the administrator's examples have it. */
export interface OnDemandRun {
  /** In place of the example's system settings. */
  readonly systemSettings?: object;
  /** Arguments after the pin. */
  readonly arguments?: readonly string[];
  /** Whether the pin is given. Default true. */
  readonly isPinned?: boolean;
}

/**
 * The real qwen with a search server that asks a scripted provider, and with a model that searches when it is asked
 * something and then says what it has seen.
 */
export async function createOnDemandQwen() {
  const model = await startScriptedModel();
  model.script(/^ask/, [
    tool(searchTool, { query: 'when are deploys' }),
    (request) => text(`The model saw: ${request.toolResults.at(-1)}`),
  ]);
  const home = await createQwenHome({ model });
  const provider = await startScriptedProvider({ items: [corpusItem] });
  const searchServer = await builtProgram('search-server');
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const mcpConfig = write(
    join(home.directory, 'mcp.json'),
    substituteExample('managed-mcp.json', { NODE: process.execPath, PROGRAM_FOLDER: dirname(searchServer) }),
  );
  const system = join(home.directory, 'system-settings.json');
  const env = {
    ...writeConfiguration(home.directory, onDemandConfiguration(provider.origin)),
    QWEN_CODE_SYSTEM_SETTINGS_PATH: system,
  };
  const canaryPath = (name: string) => join(home.directory, `${name}-started`);
  return {
    model: model as ScriptedModel,
    home,
    provider,
    env,
    write,
    /** A server that is not ours; it leaves a trace when it is started, and then says nothing. */
    canary: (name: string) => ({
      command: process.execPath,
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(canaryPath(name))}, ''); setTimeout(() => {}, 3000)`],
    }),
    hasStarted: (name: string) => existsSync(canaryPath(name)),
    inRepository: (path: string, content: unknown) => write(join(home.work, path), content),
    /** Asks, and gives what qwen printed as JSON events. */
    async ask(run: OnDemandRun = {}): Promise<RunResult> {
      write(system, run.systemSettings ?? substituteExample('managed-settings.json', {}));
      const pin = run.isPinned === false ? [] : ['--mcp-config', mcpConfig];
      return runHeadless(home, [...pin, ...(run.arguments ?? []), '-p', 'ask the corpus'], { env });
    },
    async [Symbol.asyncDispose]() {
      await home.dispose();
      await provider[Symbol.asyncDispose]();
      await model.close();
    },
  };
}

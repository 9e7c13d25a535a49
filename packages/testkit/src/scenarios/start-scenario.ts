import { access } from 'node:fs/promises';
import type { AgentHome } from '../agent-home.js';
import { type ConnectClientOptions, connectClient, type McpClient } from '../mcp-client.js';
import { type ScriptedModel, startScriptedModel } from '../scripted-model.js';
import type { ScenarioAgent } from './scenario-agent.js';

/** A scripted model, a home for the real agent, and the means to start servers in it. */
export interface Scenario extends AsyncDisposable {
  readonly model: ScriptedModel;
  readonly home: AgentHome;
  /** Starts a server process and connects to it; all of them are ended with the scenario. */
  connect(options?: Partial<ConnectClientOptions>): Promise<McpClient>;
}

/** The host that scenarios play: one whose calls may take as long as the turn takes. */
const PATIENT_HOST = { name: 'claude-code', version: '1.0.0' };

/**
 * Prepares what a scenario needs.
 * @param variables the server's own variables, without their prefix
 */
export async function startScenario(
  agent: ScenarioAgent,
  variables: Readonly<Record<string, string>> = {},
): Promise<Scenario> {
  const model = await startScriptedModel();
  const prefix = `${agent.name.toUpperCase()}_MCP_`;
  // Without a waiting process, every process that is left is one too many.
  const own = { SPARES: '0', ...variables };
  const env = Object.fromEntries(Object.entries(own).map(([name, value]) => [prefix + name, value]));
  const home = await agent.createHome({ model, env });
  const clients: McpClient[] = [];
  return {
    model,
    home,
    async connect(options = {}) {
      const client = await connectClient({
        sdk: '1.x',
        command: process.execPath,
        args: [agent.program],
        env: home.env,
        cwd: home.work,
        clientInfo: PATIENT_HOST,
        ...options,
      });
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
      await home.dispose();
      await model.close();
    },
  };
}

/** The session id that a report begins with. @throws Error that shows the report */
export function sessionOf(text: string): string {
  const id = /^\[session: ([^\]]+)\]/.exec(text)?.[1];
  if (id === undefined) throw new Error(`No session id at the beginning of: ${text}`);
  return id;
}

/** The turn id in the first line. @throws Error that shows the text */
export function turnOf(text: string): string {
  const id = /^[^\n]*\[turn: ([^\]]+)\]/.exec(text)?.[1];
  if (id === undefined) throw new Error(`No turn id in the first line of: ${text}`);
  return id;
}

/** Whether a file is there. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

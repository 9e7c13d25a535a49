import { setTimeout as delay } from 'node:timers/promises';
import {
  type AgentHome,
  connectClient,
  type McpClient,
  type ProcessRecord,
  processesWith,
  type ScriptedModel,
  waitFor,
} from '@agentmount/testkit';
import type { BenchAgent } from './bench-agent.js';
import { isAsleep } from './process-figures.js';

/** A host whose calls may take as long as they take. */
const PATIENT_HOST = { name: 'claude-code', version: '1.0.0' };
const CALL_MS = 1_800_000;
/** Looks in a row at which a process must be asleep to be at rest. */
const LOOKS = 6;
const LOOK_MS = 50;

/** A server with a real agent behind it, in a home of its own. */
export interface ServedAgent extends AsyncDisposable {
  readonly home: AgentHome;
  readonly client: McpClient;
  /** Makes a call. @throws Error that shows the report when it is not an answer that holds `expected` */
  call(tool: string, given: Readonly<Record<string, unknown>>, expected: string): Promise<string>;
  /** Every process of the agent, waiting ones included. */
  agentProcesses(): Promise<ProcessRecord[]>;
  /** Waits until the server and its agents are asleep, and at least so many processes of the agent are there. */
  atRest(agents: number): Promise<void>;
}

/** What differs from the built server with default settings. */
export interface ServedAgentOptions {
  /** Another program; default: the agent's own server. */
  readonly program?: string;
  /** The server's variables without their prefix. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts a server and connects to it; its agent talks to `model`. */
export async function serveAgent(
  agent: BenchAgent,
  model: ScriptedModel,
  { program = agent.server, variables = {} }: ServedAgentOptions = {},
): Promise<ServedAgent> {
  const prefix = `${agent.name.toUpperCase()}_MCP_`;
  const own = Object.entries(variables).map(([name, value]) => [prefix + name, value]);
  const home = await agent.createHome(model, Object.fromEntries(own));
  const client = await connectClient({
    sdk: '1.x',
    command: process.execPath,
    args: [program],
    env: home.env,
    cwd: home.work,
    clientInfo: PATIENT_HOST,
  });
  const agentProcesses = async () => {
    const all = await processesWith({ environment: { AGENTMOUNT_TEST_ID: home.testId } });
    // Beside them there are the server and its watchdog, which is a shell.
    return all.filter(({ pid, command: [program = ''] }) => pid !== client.pid && !/(^|\/)sh$/.test(program));
  };
  return {
    home,
    client,
    agentProcesses,
    async call(tool, given, expected) {
      const { text, isError } = await client.call(tool, given, { timeoutMs: CALL_MS });
      if (isError || !text.includes(expected)) throw new Error(`${tool} gave no ${JSON.stringify(expected)}: ${text}`);
      return text;
    },
    async atRest(agents) {
      await waitFor(
        async () => {
          const found = await agentProcesses();
          if (found.length < agents) return false;
          for (let look = 0; look < LOOKS; look += 1) {
            const states = await Promise.all([client.pid, ...found.map(({ pid }) => pid)].map(isAsleep));
            if (states.includes(false)) return false;
            await delay(LOOK_MS);
          }
          return true;
        },
        { timeoutMs: 120_000, what: `the server to be at rest with ${agents} processes of ${agent.name}` },
      );
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await home.dispose();
    },
  };
}

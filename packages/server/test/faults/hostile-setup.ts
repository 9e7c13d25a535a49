import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ConnectClientOptions,
  connectClient,
  expectNoProcesses,
  type HostileAgent,
  type HostileKinds,
  hostileAgent,
  type LineProcessOptions,
  type McpClient,
  processMatcher,
  type RawServer,
  startRawServer,
} from '@agentmount/testkit';

/** The built program that people start. */
export const PROGRAM = fileURLToPath(new URL('../../../qwen-cli-mcp/dist/cli.js', import.meta.url));

/** A hostile agent behind the built server. Everything that comes of it lives in the agent's folder or names it. */
export interface HostileSetup extends AsyncDisposable {
  readonly agent: HostileAgent;
  readonly work: string;
  readonly statePath: string;
  /** How the server is started. */
  readonly command: LineProcessOptions & { readonly env: Readonly<Record<string, string>> };
  connect(options?: Partial<ConnectClientOptions>): Promise<McpClient>;
  raw(env?: Readonly<Record<string, string>>): Promise<RawServer>;
  /** Waits until nothing is left but the servers of these process ids, with the watchdogs of servers that live. */
  expectNothing(options?: { readonly besides?: readonly number[]; readonly withinMs?: number }): Promise<void>;
}

/**
 * Prepares the agent and the server's command.
 * @param variables the server's own variables, without their prefix
 */
export async function startHostile<Kind extends keyof HostileKinds>(
  kind: Kind,
  options: HostileKinds[Kind],
  variables: Readonly<Record<string, string>> = {},
): Promise<HostileSetup> {
  const agent = await hostileAgent(kind, options);
  const home = join(agent.directory, 'home');
  const work = join(agent.directory, 'work');
  for (const path of [home, work]) await mkdir(path);
  const statePath = join(agent.directory, 'state', 'sessions.json');
  const own = {
    BIN: agent.bin,
    STATE: statePath,
    // Without a waiting process, every process that is left is one too many.
    SPARES: '0',
    INTERRUPT_GRACE_MS: '300',
    KILL_GRACE_MS: '500',
    ...variables,
  };
  const command = {
    command: process.execPath,
    args: [PROGRAM],
    cwd: work,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      TMPDIR: agent.directory,
      // As if an agent of another server had started this one: its watchdog bears the mark, too, and can be found.
      AGENTMOUNT_PROCESS: agent.directory,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`QWEN_MCP_${name}`, value])),
    },
  };
  const opened: AsyncDisposable[] = [];
  const keep = <Opened extends AsyncDisposable>(one: Opened): Opened => {
    opened.push(one);
    return one;
  };
  return {
    agent,
    work,
    statePath,
    command,
    connect: async (more = {}) =>
      keep(
        await connectClient({ sdk: '1.x', clientInfo: { name: 'claude-code', version: '1.0.0' }, ...command, ...more }),
      ),
    raw: async (env = {}) => keep(await startRawServer({ ...command, env: { ...command.env, ...env } })),
    async expectNothing({ besides = [], withinMs = 15_000 } = {}) {
      const servers = processMatcher({ pids: besides });
      await expectNoProcesses(agent.processes, {
        except: (record) => servers(record) || (isWatchdog(record.command) && besides.includes(record.ppid)),
        withinMs,
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((one) => one[Symbol.asyncDispose]()));
      await agent.dispose();
    },
  };
}

function isWatchdog(command: readonly string[]): boolean {
  return command.includes('agentmount-lifeline');
}

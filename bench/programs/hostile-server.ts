import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type HostileAgent,
  type HostileKinds,
  hostileAgent,
  type RawMessage,
  type RawServer,
  startRawServer,
} from '@agentmount/testkit';
import { qwen } from './bench-agent.js';
import { cpuMs } from './process-figures.js';

/** The built server, with a program that floods it in the agent's place. */
export interface HostileServer extends AsyncDisposable {
  readonly server: RawServer;
  /** Runs one turn to its end, and gives its report. */
  runTurn(prompt: string): Promise<string>;
  /** Processor time of the server so far, ms. */
  cpuMs(): Promise<number>;
}

/** Starts it and runs a first small turn, so that what is loaded once is not counted. */
export async function startHostileServer<Kind extends keyof HostileKinds>(
  kind: Kind,
  options: HostileKinds[Kind],
  variables: Readonly<Record<string, string>> = {},
): Promise<HostileServer> {
  const agent: HostileAgent = await hostileAgent(kind, options);
  const work = join(agent.directory, 'work');
  await mkdir(work);
  const own = { BIN: agent.bin, STATE: join(agent.directory, 'state', 'sessions.json'), SPARES: '0', ...variables };
  const server = await startRawServer({
    command: process.execPath,
    args: [qwen.server],
    cwd: work,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: agent.directory,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`QWEN_MCP_${name}`, value])),
    },
  });
  await server.initialize();
  const call = async (name: string, given: object) =>
    textOf(await server.request('tools/call', { name, arguments: { wait_ms: 3_600_000, ...given } }, 3_600_000));
  const runTurn = async (prompt: string) => {
    for (let text = await call('qwen', { prompt }); ; await delay(200)) {
      // A call also returns when an approval waits: then the turn goes on.
      const turn = /^[^\n]*\[turn: (\w+)\]\n\[running/.exec(text)?.[1];
      if (turn === undefined) return text;
      text = await call('qwen_wait', { turn });
    }
  };
  await runTurn('calm');
  return {
    server,
    runTurn,
    cpuMs: () => cpuMs(server.pid),
    async [Symbol.asyncDispose]() {
      await server.dispose();
      await agent.dispose();
    },
  };
}

function textOf({ result, error }: RawMessage): string {
  if (error !== undefined) throw new Error(error.message);
  return (result?.content as { readonly text: string }[] | undefined)?.[0]?.text ?? '';
}

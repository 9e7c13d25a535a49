import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, type LineProcess, startLineProcess, type TemporaryFolder } from '@agentmount/testkit';
import type { Benchmark } from '../figures/benchmark.js';
import { interleave, medians, ratioOf, type Subject, valuesOf } from '../figures/interleave.js';
import { median } from '../figures/statistics.js';
import { pi, qwen } from '../programs/bench-agent.js';
import { installPeer, PEER_VERSION } from '../programs/peer.js';
import { cpuMs } from '../programs/process-figures.js';

const NODE = 'bare node';
const OURS = 'qwen-cli-mcp';
const PEER = `qwen-cli-mcp@${PEER_VERSION}`;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
};
const LIST = [
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
];

/** How soon a server can be asked something, and what its list of tools costs every conversation. */
export const start: Benchmark = {
  name: 'start',
  about:
    'From spawn to the answer to `initialize`: wall-clock and processor time; then the size of `tools/list`. The floor is a node that answers one line.',
  async run({ quick }) {
    await using folder = await createTemporaryFolder('bench-start');
    const peer = await installPeer();
    const oneLine = fileURLToPath(new URL('../programs/one-line.mjs', import.meta.url));
    const rounds = await interleave(
      [
        subject(folder, NODE, oneLine, false),
        subject(folder, OURS, qwen.server, true),
        subject(folder, 'pi-cli-mcp', pi.server, true),
        subject(folder, PEER, peer, true),
        subject(folder, `${OURS}, its very first start`, qwen.server, true, true),
      ],
      quick ? 2 : 25,
      1,
    );
    const bar = (what: string, isOurs: boolean) => {
      return { label: what, value: median(valuesOf(rounds, what, 'wall ms')), isOurs };
    };
    return {
      rows: medians(rounds, NODE, 'wall ms', 'processor ms'),
      verdicts: [
        {
          what: 'spawn to initialize: times a bare node',
          value: ratioOf(rounds, 'wall ms', OURS, NODE),
          limit: 2.3,
          bound: 'most',
        },
      ],
      chart: [
        {
          title: 'Start: spawn to initialize',
          unit: 'ms',
          bars: [bar(NODE, false), bar(OURS, true), bar(PEER, false)],
        },
      ],
    };
  },
};

/** @param fresh starts each time without what an earlier start has compiled */
function subject(folder: TemporaryFolder, what: string, program: string, isServer: boolean, fresh = false): Subject {
  const { directory } = folder;
  let home = directory;
  return {
    what,
    async prepare() {
      if (fresh) home = await mkdtemp(join(directory, 'fresh-'));
    },
    async run() {
      const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home };
      const since = performance.now();
      await using server = await startLineProcess({ command: process.execPath, args: [program], env, cwd: directory });
      await answer(server, INITIALIZE);
      const figures = { 'wall ms': performance.now() - since, 'processor ms': await cpuMs(server.pid) };
      if (!isServer) return figures;
      return { ...figures, 'tools/list bytes': Buffer.byteLength(await answer(server, ...LIST)) };
    },
  };
}

/** Sends messages and gives the line that comes back. */
async function answer(server: LineProcess, ...messages: readonly object[]): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    server.onLine(resolve);
    void server.exited.then((exit) =>
      reject(new Error(`The server ended: ${JSON.stringify(exit)}\n${server.stderr()}`)),
    );
  });
  const [first] = await Promise.all([
    line,
    server.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
  ]);
  return first;
}

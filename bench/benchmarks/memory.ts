import { setTimeout as delay } from 'node:timers/promises';
import { startScriptedModel, text } from '@agentmount/testkit';
import type { Benchmark, Effort, Measurement, Outcome } from '../figures/benchmark.js';
import { median } from '../figures/statistics.js';
import { qwen } from '../programs/bench-agent.js';
import { installPeer, PEER_VERSION } from '../programs/peer.js';
import { type Memory, memory } from '../programs/process-figures.js';
import { type ServedAgent, serveAgent } from '../programs/served-agent.js';

const ANSWER = 'The answer is forty-two.';
const PROMPT = 'Say the answer.';
const OURS = 'qwen-cli-mcp';
const PEER = `qwen-cli-mcp@${PEER_VERSION}`;
/** Long enough for what a start leaves to be collected, ms. */
const SETTLE_MS = 2_000;
const TURNS = 20;

/** What a server keeps in memory all day; what waits beside it is counted apart. */
export const memoryBenchmark: Benchmark = {
  name: 'memory',
  about: `Memory of the server alone, MB: idle after \`tools/list\`, and after ${TURNS} turns; the agent process that waits for the next turn is counted apart.`,
  async run(effort) {
    await using model = await startScriptedModel({ otherwise: text(ANSWER) });
    await using ours = await serveAgent(qwen, model);
    await using peer = await serveAgent(qwen, model, { program: await installPeer() });
    return await measure(ours, peer, effort);
  },
};

async function measure(ours: ServedAgent, peer: ServedAgent, { quick }: Effort): Promise<Outcome> {
  const turns = quick ? 2 : TURNS;
  const servers = [ours, peer];
  for (const { client } of servers) await client.listTools();
  const [idleOurs, idlePeer] = await settled(servers);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const served of servers) await served.call('qwen', { prompt: PROMPT }, ANSWER);
  }
  await ours.atRest(1);
  const [laterOurs, laterPeer] = await settled(servers);
  const spares = await ours.agentProcesses();
  const waiting = (await Promise.all(spares.map(({ pid }) => memory(pid)))).reduce((sum, { pss }) => sum + pss, 0);
  const row = (what: string, idle: Memory, later: Memory, more: Record<string, number> = {}): Measurement => ({
    what,
    figures: {
      'idle RSS': idle.rss,
      'idle PSS': idle.pss,
      [`RSS after ${turns} turns`]: later.rss,
      [`PSS after ${turns} turns`]: later.pss,
      ...more,
    },
  });
  return {
    rows: [row(OURS, idleOurs, laterOurs, { 'waiting process PSS': waiting }), row(PEER, idlePeer, laterPeer)],
    verdicts: [
      { what: 'idle memory (RSS): times the peer', value: idleOurs.rss / idlePeer.rss, limit: 1.3, bound: 'most' },
    ],
    chart: [
      {
        title: 'Memory of the server, idle',
        unit: 'MB',
        bars: [
          { label: OURS, value: idleOurs.rss, isOurs: true },
          { label: PEER, value: idlePeer.rss, isOurs: false },
        ],
      },
    ],
  };
}

/** The memory of both, the medians of some looks after a while of rest. */
async function settled(servers: readonly ServedAgent[]): Promise<[Memory, Memory]> {
  await delay(SETTLE_MS);
  const looks: Memory[][] = [];
  for (let look = 0; look < 5; look += 1) {
    looks.push(await Promise.all(servers.map(({ client }) => memory(client.pid))));
    await delay(100);
  }
  const of = (server: number): Memory => ({
    rss: median(looks.flatMap((look) => look[server]?.rss ?? [])),
    pss: median(looks.flatMap((look) => look[server]?.pss ?? [])),
  });
  return [of(0), of(1)];
}

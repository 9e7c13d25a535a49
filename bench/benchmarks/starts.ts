import { startScriptedModel, text } from '@agentmount/testkit';
import type { Benchmark, Effort, Outcome } from '../figures/benchmark.js';
import { interleave, medians, ratioOf, type Subject, valuesOf } from '../figures/interleave.js';
import { median } from '../figures/statistics.js';
import { qwen } from '../programs/bench-agent.js';
import { directRun } from '../programs/direct-run.js';
import { installPeer, PEER_VERSION } from '../programs/peer.js';
import { serveAgent } from '../programs/served-agent.js';

const SECONDS = 's in all';
const EACH = 's a run';
const SUCCEEDED = 'succeeded';

/** Many starts of the real qwen at once, through servers with default settings and without one. */
export const starts: Benchmark = {
  name: 'starts',
  about:
    'Runs of the real qwen on a scripted model, all begun at once: as that many `qwen -p`, and by servers with default settings.',
  run: measure,
};

async function measure({ quick }: Effort): Promise<Outcome> {
  const [few, many] = quick ? [2, 4] : [16, 64];
  const direct = `${few} × qwen -p`;
  const ours = `${few} calls of qwen-cli-mcp`;
  const more = `${many} calls of qwen-cli-mcp`;
  const peer = `${few} calls of qwen-cli-mcp@${PEER_VERSION}`;
  const program = await installPeer();
  const subjects = [runs(direct, few), calls(ours, few), calls(peer, few, program)];
  // One round is many runs already.
  const all = await interleave([...subjects, calls(more, many)], 1, 0);
  const rows = medians(all, direct, EACH);
  const count = (what: string) => Math.min(...valuesOf(all, what, SUCCEEDED));
  const bar = (label: string, isOurs: boolean) => {
    return { label, value: median(valuesOf(all, label, SECONDS)), isOurs };
  };
  return {
    rows,
    verdicts: [
      { what: `${ours}: times ${direct}`, value: ratioOf(all, SECONDS, ours, direct), limit: 0.75, bound: 'most' },
      { what: `${ours}: ${SUCCEEDED}`, value: count(ours), limit: few, bound: 'least' },
      { what: `${more}: ${SUCCEEDED}`, value: count(more), limit: many, bound: 'least' },
    ],
    chart: [
      {
        title: `${few} at once`,
        unit: 's',
        // What failed was not done, however soon.
        bars: [bar(direct, false), ...(count(peer) === few ? [bar(peer, false)] : []), bar(ours, true)],
      },
    ],
  };
}

function runs(what: string, count: number): Subject {
  return {
    what,
    async run() {
      await using model = await startScriptedModel({ otherwise: text('Answered.') });
      await using home = await qwen.createHome(model);
      return await all(count, (prompt) => directRun(qwen, home, prompt, 'Answered.'));
    },
  };
}

function calls(what: string, count: number, program?: string): Subject {
  return {
    what,
    async run() {
      await using model = await startScriptedModel({ otherwise: text('Answered.') });
      await using served = await serveAgent(qwen, model, program === undefined ? {} : { program });
      return await all(count, async (prompt) => void (await served.call('qwen', { prompt }, 'Answered.')));
    },
  };
}

async function all(count: number, run: (prompt: string) => Promise<void>): Promise<Record<string, number>> {
  const since = performance.now();
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, index) => run(`Task ${index} of ${count}.`)));
  const seconds = (performance.now() - since) / 1_000;
  return {
    [SUCCEEDED]: ends.filter(({ status }) => status === 'fulfilled').length,
    [SECONDS]: seconds,
    [EACH]: seconds / count,
  };
}

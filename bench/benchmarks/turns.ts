import { startScriptedModel, text } from '@agentmount/testkit';
import type { Bar, Benchmark, Effort, Outcome, Verdict } from '../figures/benchmark.js';
import { interleave, medians, ratioOf, type Subject, valuesOf } from '../figures/interleave.js';
import { median } from '../figures/statistics.js';
import { type BenchAgent, pi, qwen } from '../programs/bench-agent.js';
import { directRun } from '../programs/direct-run.js';
import { installPeer, PEER_VERSION } from '../programs/peer.js';
import { cpuMs } from '../programs/process-figures.js';
import { type ServedAgent, serveAgent } from '../programs/served-agent.js';

const ANSWER = 'The answer is forty-two.';
const PROMPT = 'Say the answer.';
const SECONDS = 's';
const SERVER_CPU = 'processor ms of the server';

/** The limits of the warm turn's ratio: what each agent can do at best differs. */
const WARM: Readonly<Record<BenchAgent['name'], number>> = { qwen: 0.25, pi: 0.2 };
const SERVER_CPU_MOST = 15;

export const qwenTurns: Benchmark = turnsOf(qwen);
export const piTurns: Benchmark = turnsOf(pi);

function turnsOf(agent: BenchAgent): Benchmark {
  return {
    name: agent.name,
    about: `A trivial turn of the real ${agent.name} on a scripted model, from the call to its answer, against a run of \`${agent.name} -p\` from its start to its end.`,
    run: (effort) => measure(agent, effort),
  };
}

async function measure(agent: BenchAgent, { quick }: Effort): Promise<Outcome> {
  const direct = `${agent.name} -p`;
  await using model = await startScriptedModel({ otherwise: text(ANSWER) });
  await using home = await agent.createHome(model);
  await using cold = await serveAgent(agent, model, { variables: { SPARES: '0' } });
  await using warm = await serveAgent(agent, model);
  await using kept = await serveAgent(agent, model, { variables: { SPARES: '0', KEEP_MS: '3600000' } });
  await using peer =
    agent.name === 'qwen' ? await serveAgent(agent, model, { program: await installPeer() }) : undefined;
  const start = { tool: agent.name, given: { prompt: PROMPT } };
  const first = await kept.call(start.tool, start.given, ANSWER);
  const reply = { tool: `${agent.name}_reply`, given: { prompt: PROMPT, session: sessionOf(first) } };
  await warm.call(start.tool, start.given, ANSWER);
  const subjects: Subject[] = [
    { what: direct, run: () => timed(() => directRun(agent, home, PROMPT, ANSWER)) },
    ...(peer === undefined ? [] : [calls(`${agent.name}-cli-mcp@${PEER_VERSION}`, peer, start, 0)]),
    calls('cold: a new process', cold, start, 0),
    calls('warm: the waiting process', warm, start, 1),
    calls('reply on a kept process', kept, reply, 1),
  ];
  const rounds = await interleave(subjects, quick ? 1 : 7, quick ? 0 : 1);
  const times = (what: string, limit: number, name: string): Verdict => {
    return {
      what: `${name} of ${agent.name}: times ${direct}`,
      value: ratioOf(rounds, SECONDS, what, direct),
      limit,
      bound: 'most',
    };
  };
  const bars = subjects.map(({ what }, index): Bar => {
    return { label: what, value: median(valuesOf(rounds, what, SECONDS)), isOurs: index >= subjects.length - 3 };
  });
  return {
    rows: medians(rounds, direct, SECONDS),
    verdicts: [
      times('cold: a new process', 0.75, 'cold turn'),
      times('warm: the waiting process', WARM[agent.name], 'warm turn'),
      times('reply on a kept process', 0.1, 'kept reply'),
      ...['cold: a new process', 'warm: the waiting process'].map((what): Verdict => {
        const value = median(valuesOf(rounds, what, SERVER_CPU));
        return {
          what: `${what.split(':')[0]} turn of ${agent.name}: ${SERVER_CPU}`,
          value,
          limit: SERVER_CPU_MOST,
          bound: 'most',
        };
      }),
    ],
    chart: [{ title: `A trivial turn of ${agent.name}`, unit: 's', bars }],
  };
}

/** @param waiting processes of the agent that are there before and after each call */
function calls(
  what: string,
  served: ServedAgent,
  { tool, given }: { readonly tool: string; readonly given: Readonly<Record<string, unknown>> },
  waiting: number,
): Subject {
  return {
    what,
    prepare: () => served.atRest(waiting),
    async run() {
      const before = await cpuMs(served.client.pid);
      const figures = await timed(async () => void (await served.call(tool, given, ANSWER)));
      // What the turn leads to afterwards, such as the next waiting process, is its cost too.
      await served.atRest(waiting);
      return { ...figures, [SERVER_CPU]: (await cpuMs(served.client.pid)) - before };
    },
  };
}

async function timed(work: () => Promise<void>): Promise<Record<string, number>> {
  const since = performance.now();
  await work();
  return { [SECONDS]: (performance.now() - since) / 1_000 };
}

function sessionOf(report: string): string {
  const id = /^\[session: ([^\]]+)\]/.exec(report)?.[1];
  if (id === undefined) throw new Error(`No session id at the beginning of: ${report}`);
  return id;
}

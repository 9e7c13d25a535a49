import type { Transport } from '../../contract/transport.js';
import { Refusal } from '../../runner/refusal.js';
import type { Turn, TurnView } from '../../turn/turn.js';
import type { PROCESS_RULES } from './adapter-rules.js';
import type { ConformanceAgent } from './conformance-options.js';
import { endOf, ProcessBench } from './process-bench.js';
import type { Subject } from './subject.js';
import { type Verdict, Verdicts } from './verdict.js';

type ProcessId = keyof typeof PROCESS_RULES;

interface Scene<Options> {
  readonly subject: Subject<Options>;
  readonly transport: Transport<Options>;
  readonly agent: ConformanceAgent;
  readonly bench: ProcessBench;
}

/** What was wrong, in a sentence; nothing when all was right. */
type Case = <Options>(scene: Scene<Options>) => Promise<string | undefined>;

const CASES: Readonly<Record<ProcessId, Case>> = {
  'process-answer': answer,
  'process-resume': resume,
  'process-unknown-session': unknownSession,
  'process-interrupt': interrupt,
  'process-killed': killed,
  'process-steer': steer,
  'process-approval': approval,
  'process-models': models,
};

/** What a case cannot do without. */
const NEEDS: Partial<Record<ProcessId, readonly (keyof ConformanceAgent['prompts'])[]>> = {
  'process-interrupt': ['long'],
  'process-killed': ['long'],
  'process-steer': ['long', 'steer'],
  'process-approval': ['asks'],
};

/** Drives the agent's own program through one case on every transport. */
export async function examineProcess<Options>(
  subject: Subject<Options>,
  id: ProcessId,
  answers: () => Promise<Verdict | undefined>,
): Promise<Verdicts> {
  const found = new Verdicts<ProcessId>();
  const { agent } = subject.given;
  const missing = (NEEDS[id] ?? []).filter((prompt) => agent?.prompts[prompt] === undefined);
  if (!agent) {
    found.skip(id, 'no agent was given');
  } else if (missing.length > 0) {
    found.skip(id, `agent.prompts has no ${missing.join(' and no ')}`);
  } else if (id !== 'process-answer' && (await answers())?.status === 'failed') {
    found.skip(id, 'process-answer failed: mend that first');
  } else {
    for (const transport of subject.adapter.transports) {
      if (id === 'process-approval' && !subject.traits(transport).asks) continue;
      const wrong = await tryCase(subject, transport, agent, CASES[id]);
      if (wrong !== undefined) found.fail(id, `${transport.name}: ${wrong}`);
    }
  }
  return found;
}

async function tryCase<Options>(
  subject: Subject<Options>,
  transport: Transport<Options>,
  agent: ConformanceAgent,
  run: Case,
): Promise<string | undefined> {
  const bench = await ProcessBench.create(subject.adapter, agent);
  try {
    return (await run({ subject, transport, agent, bench })) ?? (await bench.leftovers());
  } catch (error) {
    return (error as Error).message;
  } finally {
    await bench[Symbol.asyncDispose]();
  }
}

async function answer<Options>({ transport, agent, bench }: Scene<Options>): Promise<string | undefined> {
  const turn = await bench.start({ prompt: agent.prompts.plain, transport: transport.name });
  const report = await bench.report(turn);
  if (report.status !== 'completed') return `the turn ${endOf(report)}`;
  return report.session === undefined ? 'the report names no session' : undefined;
}

async function resume<Options>({ transport, agent, bench }: Scene<Options>): Promise<string | undefined> {
  const request = { prompt: agent.prompts.plain, transport: transport.name };
  const first = await bench.report(await bench.start(request));
  if (first.session === undefined) return 'the first turn told no session';
  const second = await bench.report(await bench.start({ ...request, session: first.session }));
  if (second.status !== 'completed') return `the reply ${endOf(second)}`;
  if (second.session === first.session) return undefined;
  return `the reply continued ${first.session} and tells ${second.session}`;
}

async function unknownSession<Options>(scene: Scene<Options>): Promise<string | undefined> {
  const { subject, transport, agent, bench } = scene;
  const [session] = subject.given.sessions;
  const turn = await bench.start({ prompt: agent.prompts.plain, transport: transport.name, session });
  const report = await bench.report(turn);
  if (subject.adapter.unknownSession === 'fails') {
    const right = report.status === 'failed' && report.cause?.class === 'session-unknown';
    return right ? undefined : `declared: fails as session-unknown; the turn ${endOf(report)}`;
  }
  if (report.status !== 'completed') return `declared: fresh; the turn ${endOf(report)}`;
  return report.notices.length > 0 || report.session === session
    ? undefined
    : 'a fresh session was begun, and the codec did not say so (session event with fresh: true)';
}

async function interrupt<Options>(scene: Scene<Options>): Promise<string | undefined> {
  const { subject, transport, bench } = scene;
  const turn = await workingTurn(scene);
  turn.stop('aborted');
  const report = await bench.report(turn);
  if (report.status !== 'interrupted') return `stopped, the turn ${endOf(report)}`;
  if (!subject.traits(transport).interrupt || report.ending === 'closed') return undefined;
  return `the agent did not end the prompt by its own protocol: ${report.ending}`;
}

async function killed<Options>(scene: Scene<Options>): Promise<string | undefined> {
  const { bench } = scene;
  const turn = await workingTurn(scene);
  // Where the platform does not tell whose process is whose, there is nothing to be killed by.
  if (!(await bench.kill())) {
    turn.stop('aborted');
    await bench.report(turn);
    return undefined;
  }
  const report = await bench.report(turn);
  if (report.status !== 'failed') return `killed, the turn ${endOf(report)}`;
  return report.session === undefined ? 'the report of a killed turn names no session' : undefined;
}

async function steer<Options>(scene: Scene<Options>): Promise<string | undefined> {
  const { subject, transport, agent, bench } = scene;
  const turn = await workingTurn(scene);
  const traits = subject.traits(transport);
  const text = agent.prompts.steer ?? '';
  try {
    const delivery = turn.steer(text);
    const wanted = traits.steer ? 'steered' : 'redirected';
    if (delivery !== wanted) return `the message was ${delivery}, not ${wanted}`;
  } catch (error) {
    if (!Refusal.is(error) || traits.steer || traits.interrupt) throw error;
    turn.stop('aborted');
    await bench.report(turn);
    return undefined;
  }
  const report = await bench.report(turn);
  return report.status === 'completed' ? undefined : `after the message, the turn ${endOf(report)}`;
}

async function approval<Options>({ transport, agent, bench }: Scene<Options>): Promise<string | undefined> {
  for (const allow of [true, false]) {
    const turn = await bench.start({ prompt: agent.prompts.asks ?? '', transport: transport.name });
    const what = 'a parked approval';
    const { approvals } = await bench.view(turn, what, (view) => view.approvals.length > 0);
    turn.answer(approvals[0]?.id ?? '', allow, allow ? undefined : 'not now');
    // An agent may ask again, in other words, for what it was denied.
    const stop = turn.onChange((view) => answerAll(turn, view, allow));
    const report = await bench.report(turn).finally(stop);
    if (report.status !== 'completed') return `${allow ? 'allowed' : 'denied'}, the turn ${endOf(report)}`;
  }
  return undefined;
}

function answerAll(turn: Turn, view: TurnView, allow: boolean): void {
  for (const { id } of view.approvals) turn.answer(id, allow, allow ? undefined : 'not now');
}

async function models<Options>({ subject, bench }: Scene<Options>): Promise<string | undefined> {
  if (subject.has('models')) {
    const list = await bench.runner.models();
    return list.length > 0 ? undefined : 'the list is empty';
  }
  try {
    await bench.runner.models();
    return 'no transport can list models, and core was not told so';
  } catch (error) {
    if (Refusal.is(error)) return undefined;
    throw error;
  }
}

/** A turn at work on the long prompt: the agent has been heard since the prompt went out. */
async function workingTurn<Options>({ transport, agent, bench }: Scene<Options>): Promise<Turn> {
  const turn = await bench.start({ prompt: agent.prompts.long ?? '', transport: transport.name });
  await bench.view(
    turn,
    'a sign of work',
    ({ state, session, lastActivityAt }) =>
      state === 'running' && session !== undefined && lastActivityAt !== undefined,
  );
  return turn;
}

import { AssertionError } from 'node:assert';
import type { UsageEvent } from '../../contract/event.js';
import type { Transport } from '../../contract/transport.js';
import { type Replay, replayTranscript } from '../replay-transcript.js';
import { SimulatedCore } from '../simulated-core.js';
import { stepOf } from '../step.js';
import type { Transcript } from '../transcript.js';
import { RECORDING_RULES } from './adapter-rules.js';
import type { Subject } from './subject.js';
import { Verdicts } from './verdict.js';

type RecordingId = keyof typeof RECORDING_RULES;

interface Recorded {
  readonly transcript: Transcript;
  readonly replay: Replay;
}

/**
 * Looks at what the recordings show of what the adapter declares.
 * @param blocked why nothing can be said about it now
 */
export function examineRecordings<Options>(subject: Subject<Options>, blocked: string | undefined): Verdicts {
  const found = new Verdicts<RecordingId>();
  checkVerb(subject, found);
  if (blocked !== undefined) {
    for (const id of Object.keys(RECORDING_RULES) as RecordingId[]) found.skip(id, blocked);
    return found;
  }
  for (const transport of subject.adapter.transports) {
    const recorded = subject.transcriptsOf(transport).flatMap((transcript) => replayed(subject, transcript, found));
    const complete = recorded.some(({ replay }) => replay.settled.some(({ outcome }) => outcome === 'completed'));
    if (complete) checkTransport(subject, transport, recorded, found);
    else found.fail('prompt-recorded', `${transport.name}: record one`);
  }
  return found;
}

function replayed<Options>(
  { adapter, given }: Subject<Options>,
  transcript: Transcript,
  found: Verdicts<RecordingId>,
): readonly Recorded[] {
  const { normalise } = given;
  try {
    replayTranscript({ adapter, transcript, ...(normalise && { normalise }) });
  } catch (error) {
    if (!(error instanceof AssertionError || error instanceof TypeError)) throw error;
    const { message } = error;
    const note = message.includes(transcript.header.note) ? '' : `${transcript.header.note}: `;
    found.fail('written-as-recorded', `${note}${message}`);
    if (error instanceof TypeError) return [];
  }
  return [{ transcript, replay: replayTranscript({ adapter, transcript, compare: false }) }];
}

function checkTransport<Options>(
  subject: Subject<Options>,
  transport: Transport<Options>,
  recorded: readonly Recorded[],
  found: Verdicts<RecordingId>,
): void {
  const traits = subject.traits(transport);
  const fail = (id: RecordingId, reason: string): void => found.fail(id, `${transport.name}: ${reason}`);
  const needs = (id: RecordingId, what: string, shows: (one: Recorded) => boolean): void => {
    if (!recorded.some(shows)) fail(id, `no transcript shows ${what}: record one`);
  };
  for (const one of recorded) {
    const { note } = one.transcript.header;
    if (!traits.presetsSession && completesWithoutSession(one)) fail('session-told', note);
    const other = otherSession(one);
    if (other !== undefined) fail('resume-keeps-session', `${note}: ${other}`);
    const fall = fallingUsage(one.replay);
    if (fall !== undefined) fail('usage-never-falls', `${note}: ${fall}`);
    const same = traits.asks ? undecidedAnswer(subject, one.transcript) : undefined;
    if (same !== undefined) fail('answer-decides', `${note}: ${same}`);
  }
  // Which plan continues a session is seen by the ids that are told.
  if (!recorded.some(completesWithoutSession)) {
    needs('resume-recorded', 'a session being continued', (one) => continuedSession(one) !== undefined);
  }
  if (traits.interrupt) {
    needs(
      'interrupt-recorded',
      'an interrupted prompt',
      ({ transcript, replay }) =>
        transcript.lines.some((line) => 'do' in line && line.do === 'interrupt') &&
        replay.settled.some(({ outcome }) => outcome === 'interrupted'),
    );
  }
  if (traits.steer) {
    needs('steer-recorded', 'a steer that is delivered', ({ replay }) =>
      replay.events.some((event) => event.type === 'steer' && event.state === 'delivered'),
    );
  }
  if (traits.asks) {
    needs('approval-recorded', 'an approval being answered', ({ transcript }) =>
      transcript.lines.some((line) => 'do' in line && line.do === 'answer'),
    );
  }
  if (traits.models) {
    needs('models-recorded', 'the models', ({ replay }) =>
      replay.events.some((event) => event.type === 'models' && event.models.length > 0),
    );
  }
}

/** Both ways: with the method the verb gives its list, without it nothing. */
function checkVerb<Options>({ adapter }: Subject<Options>, found: Verdicts<RecordingId>): void {
  const list = [{ type: 'send', line: 'stop' }] as const;
  const without = { open: () => [], frame: () => [], lost: () => [], prompt: () => [], exit: () => [] };
  const gives = adapter.interrupt({ ...without, interrupt: () => list });
  if (gives !== list) found.fail('interrupt-verb', 'it does not give what the codec gives');
  const nothing = adapter.interrupt(without);
  if (nothing !== undefined) found.fail('interrupt-verb', 'it gives a list for a codec that has no interrupt');
}

function completesWithoutSession({ replay }: Recorded): boolean {
  const first = replay.events.findIndex((event) => event.type === 'settled' && event.outcome === 'completed');
  return first !== -1 && !replay.events.slice(0, first).some(({ type }) => type === 'session');
}

/** The session that a recording was to continue, where that is seen in it: core gave it with the prompt, or the plan names it. */
function continuedSession({ transcript, replay }: Recorded): string | undefined {
  const { setup, plan } = transcript.header;
  if (setup?.session !== undefined) return setup.session;
  const { session } = (plan.handshake ?? {}) as { readonly session?: unknown };
  if (typeof session === 'string') return session;
  const text = JSON.stringify(plan);
  const told = replay.events.flatMap((event) => (event.type === 'session' ? [event.id] : []));
  return told.find((id) => text.includes(id) && id !== setup?.presetSession);
}

function otherSession(one: Recorded): string | undefined {
  const asked = continuedSession(one);
  const first = one.replay.events.find((event) => event.type === 'session');
  if (asked === undefined || first?.type !== 'session' || first.id === asked || first.fresh) return undefined;
  return `it was to continue ${asked}, and tells ${first.id}`;
}

function fallingUsage({ events }: Replay): string | undefined {
  let last: Partial<Record<UsageEvent['scope'], UsageEvent>> = {};
  for (const event of events) {
    if (event.type === 'session') last = { ...(last.prompt && { prompt: last.prompt }) };
    if (event.type === 'settled') last = { ...(last.total && { total: last.total }) };
    if (event.type !== 'usage' || event.scope === 'step') continue;
    const before = last[event.scope];
    if (before && (event.input < before.input || event.output < before.output)) {
      return `${event.scope} was ${before.input}/${before.output} and is ${event.input}/${event.output}`;
    }
    last[event.scope] = event;
  }
  return undefined;
}

/** Goes along the transcript to its first answer, and gives it both ways. */
function undecidedAnswer<Options>({ adapter }: Subject<Options>, transcript: Transcript): string | undefined {
  const at = transcript.lines.findIndex((line) => 'do' in line && line.do === 'answer');
  const answer = transcript.lines[at];
  if (!answer || !('do' in answer) || answer.do !== 'answer') return undefined;
  const written = [true, false].map((allow) => {
    const core = new SimulatedCore(adapter, transcript);
    core.open();
    for (const line of transcript.lines.slice(0, at)) {
      if (!('in' in line || 'raw' in line || 'close' in line || 'err' in line)) core.perform(stepOf(line, ''));
    }
    const before = core.sent.length;
    core.perform({ call: 'answer', id: answer.id, allow, reason: allow ? '' : 'denied by the caller' });
    return core.sent.slice(before);
  });
  const [allowed = [], denied = []] = written;
  if (allowed.length === 0 || denied.length === 0) return 'an answer writes nothing';
  return allowed.join('\n') === denied.join('\n') ? `both write ${allowed.join(' ')}` : undefined;
}

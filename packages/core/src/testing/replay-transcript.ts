import { AssertionError } from 'node:assert';
import type { AgentAdapter } from '../contract/adapter.js';
import type { Action, CloseAction, Event, RawAction, SendAction, SettledEvent } from '../contract/event.js';
import type { Image } from '../contract/setup.js';
import { setupOf, taskOf } from './setup-of.js';
import { performStep, type Step, stepOf } from './step.js';
import type { Transcript, TranscriptLine, TranscriptWrite } from './transcript.js';
import { watchCodec } from './watch-codec.js';

export interface ReplayOptions<Options> {
  readonly adapter: AgentAdapter<Options>;
  readonly transcript: Transcript;
  /** Applied to each written line, the recorded and the new one, before they are compared: replaces ids that are made up anew in every run. */
  readonly normalise?: (line: string) => string;
  /** False: what the codec writes is not compared with what was recorded. */
  readonly compare?: boolean;
}

/** An action, and which call gave rise to it. */
export interface ReplayedAction {
  readonly action: Action;
  readonly call: 'open' | Step['call'];
  /** Line of the transcript's file, counted from 1; 1 is the header and stands for `open`. */
  readonly line: number;
}

export interface Replay {
  readonly actions: readonly ReplayedAction[];
  /** The actions that publish something, in order. */
  readonly events: readonly Event[];
  /** Lines and texts that the codec wrote, in order. */
  readonly sent: readonly string[];
  readonly settled: readonly SettledEvent[];
}

type Write = SendAction | RawAction | CloseAction;

/**
 * Feeds a transcript to a fresh codec, every rule of `watchCodec` checked.
 *
 * Throws an `AssertionError` that names the line when what the codec writes is not what was recorded, an `InvariantError` when the
 * codec breaks a rule, and a `TypeError` when the transcript is another adapter's or makes a call that the contract forbids at that point.
 */
export function replayTranscript<Options>(options: ReplayOptions<Options>): Replay {
  const { adapter, transcript, normalise = (line) => line, compare = true } = options;
  if (transcript.header.adapter !== adapter.name) {
    throw new TypeError(`the transcript is one of ${transcript.header.adapter}, the adapter is ${adapter.name}`);
  }
  const codec = watchCodec(adapter.parse(transcript.header.plan), { sessionId: adapter.sessionId });
  const setup = setupOf(adapter, transcript.header);
  const task = (text: string, images?: readonly Image[]) => taskOf(setup, text, images);
  const actions: ReplayedAction[] = [];
  let stderr = '';
  /** What the last call wrote and the transcript has not shown yet. */
  let expected: Write[] = [];

  const settleWrites = (line: number): void => {
    const [missing] = expected;
    if (compare && missing) differ(line, 'nothing more', describe(missing, normalise));
    expected = [];
  };
  const call = (name: ReplayedAction['call'], line: number, answer: readonly Action[]): void => {
    settleWrites(line);
    for (const action of answer) actions.push({ action, call: name, line });
    expected = answer.filter(isWrite);
  };

  call('open', 1, codec.open());
  let last = 1;
  transcript.lines.forEach((entry, index) => {
    const line = index + 2;
    if (isTranscriptWrite(entry)) {
      const actual = expected.shift();
      const [wanted, found] = [
        describe(recordedWrite(entry), normalise),
        actual ? describe(actual, normalise) : 'nothing',
      ];
      if (compare && wanted !== found) differ(line, wanted, found);
    } else if ('err' in entry) {
      stderr += entry.err;
    } else {
      const step = stepOf(entry, stderr);
      call(step.call, line, performStep(codec, step, task));
    }
    last = line;
  });
  settleWrites(last + 1);

  const events = actions.map(({ action }) => action).filter((action) => !isWrite(action));
  return {
    actions,
    events,
    sent: actions.flatMap(({ action }) => textOf(action)),
    settled: events.filter((event) => event.type === 'settled'),
  };

  function differ(line: number, wanted: string, found: string): never {
    throw new AssertionError({
      message: `line ${line} of the transcript (${transcript.header.note}): the codec wrote something else\n  recorded: ${wanted}\n  written:  ${found}`,
      expected: wanted,
      actual: found,
      operator: 'replayTranscript',
    });
  }
}

function isWrite(action: Action): action is Write {
  return action.type === 'send' || action.type === 'raw' || action.type === 'close';
}

function textOf(action: Action): string[] {
  if (action.type === 'send') return [action.line];
  return action.type === 'raw' ? [action.text] : [];
}

function isTranscriptWrite(entry: TranscriptLine): entry is TranscriptWrite {
  return 'in' in entry || 'raw' in entry || 'close' in entry;
}

function recordedWrite(entry: TranscriptWrite): Write {
  if ('in' in entry) return { type: 'send', line: entry.in };
  return 'raw' in entry ? { type: 'raw', text: entry.raw } : { type: 'close' };
}

function describe(write: Write, normalise: (line: string) => string): string {
  if (write.type === 'close') return 'close';
  return `${write.type} ${normalise(write.type === 'send' ? write.line : write.text)}`;
}

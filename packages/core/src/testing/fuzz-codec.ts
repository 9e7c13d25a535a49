import type { AgentAdapter } from '../contract/adapter.js';
import type { Action, Event, SettledEvent } from '../contract/event.js';
import { type FuzzMaterial, fuzzRun } from './fuzz-run.js';
import { InvariantError } from './invariants.js';
import { Random } from './random.js';
import { shrinkSteps } from './shrink-steps.js';
import { SimulatedCore } from './simulated-core.js';
import { type Step, stepOf } from './step.js';
import type { Transcript } from './transcript.js';

export interface FuzzOptions<Options> {
  readonly adapter: AgentAdapter<Options>;
  /** Name of the transport; transcripts of others are left aside. */
  readonly transport: string;
  readonly transcripts: Iterable<Transcript>;
  /** The same seed gives the same runs; 1 unless given. */
  readonly seed?: number;
  /** 2000 unless given. */
  readonly runs?: number;
  /** Puts the ids that this codec has really sent into a recorded reply, so that a run that has left the transcript still gets its answers. `sent`: all lines written so far. */
  readonly correlate?: (frame: string, sent: readonly string[]) => string;
}

/** What was reached: a fuzz that never completes a prompt proves little. */
export interface FuzzSummary {
  readonly runs: number;
  readonly steps: number;
  readonly settled: Readonly<Record<SettledEvent['outcome'], number>>;
  /** How many of each type of event were published. */
  readonly events: Readonly<Partial<Record<Event['type'], number>>>;
}

/** A rule was broken. `steps` show it, with what is not needed left out; {@link runSteps} repeats them. */
export class FuzzError extends Error {
  override readonly name = 'FuzzError';
  readonly seed: number;
  /** Number of the run, counted from 0. */
  readonly run: number;
  readonly transcript: Transcript;
  readonly steps: readonly Step[];
  override readonly cause: InvariantError;

  constructor(seed: number, run: number, transcript: Transcript, steps: readonly Step[], cause: InvariantError) {
    const list = steps.map((step) => `\n    ${shortened(JSON.stringify(step))}`).join('');
    super(
      `${cause.message}\n  seed ${seed}, run ${run}, transcript "${transcript.header.note}", steps after open:${list}`,
    );
    this.seed = seed;
    this.run = run;
    this.transcript = transcript;
    this.steps = steps;
    this.cause = cause;
  }
}

/**
 * Runs a transport's codec through random interleavings of recorded frames, calls, damage and exits, every rule of `watchCodec`
 * checked. No process, no clock: the runs depend on the seed alone.
 *
 * Throws a {@link FuzzError} on the first broken rule, and a `TypeError` when there is no transcript of the transport with a frame.
 */
export function fuzzCodec<Options>(options: FuzzOptions<Options>): FuzzSummary {
  return fuzz(options, (fault, show) => {
    throw show(fault);
  });
}

/** As {@link fuzzCodec}, and goes on after a broken rule. Returns the first error for each rule. */
export function findFuzzFaults<Options>(options: FuzzOptions<Options>): readonly FuzzError[] {
  const faults = new Map<string, FuzzError>();
  fuzz(options, (fault, show) => {
    if (!faults.has(fault.id)) faults.set(fault.id, show(fault));
  });
  return [...faults.values()];
}

/** @param broken gets what a run has broken, and the way to make an error of it that shows the fewest steps */
function fuzz<Options>(
  options: FuzzOptions<Options>,
  broken: (fault: InvariantError, show: (fault: InvariantError) => FuzzError) => void,
): FuzzSummary {
  const { adapter, seed = 1, runs = 2000, correlate = (frame) => frame } = options;
  const transcripts = [...options.transcripts].filter(({ header }) => header.transport === options.transport);
  const paths = transcripts.map(stepsOf);
  const frames = paths.flat().flatMap((step) => (step.call === 'frame' ? [step.line] : []));
  if (frames.length === 0)
    throw new TypeError(`no transcript of the transport ${options.transport} with a frame in it`);
  const stderr = [
    '',
    '\n',
    'warning: nothing of note\n',
    'Error: first line.\n\n    at somewhere (file.js:1:1)\n',
    ...paths.flat().flatMap(stderrOf),
  ];

  const settled = { completed: 0, failed: 0, interrupted: 0 };
  const events: Partial<Record<Event['type'], number>> = {};
  const hear = (action: Action): void => {
    if (action.type === 'send' || action.type === 'raw' || action.type === 'close') return;
    events[action.type] = (events[action.type] ?? 0) + 1;
    if (action.type === 'settled') settled[action.outcome] += 1;
  };

  let made = 0;
  for (let run = 0; run < runs; run += 1) {
    const random = new Random(Math.imul(seed, 0x01000193) ^ run);
    const index = random.below(transcripts.length);
    const transcript = transcripts[index] as Transcript;
    const material: FuzzMaterial = { path: paths[index] as Step[], frames, stderr, correlate };
    const core = new SimulatedCore(adapter, transcript, hear);
    const steps: Step[] = [];
    const fault = faultOf(() => {
      core.open();
      fuzzRun(core, material, random, steps);
    });
    made += steps.length;
    if (!fault) continue;
    broken(fault, () => {
      const again = (candidate: readonly Step[]) => faultOf(() => runSteps({ adapter, transcript, steps: candidate }));
      const shrunk = shrinkSteps(steps, (candidate) => again(candidate)?.id === fault.id);
      return new FuzzError(seed, run, transcript, shrunk, again(shrunk) ?? fault);
    });
  }
  return { runs, steps: made, settled, events };
}

/**
 * Repeats the steps of a {@link FuzzError} on a fresh codec, from `open` on, and returns all actions. A step that the contract does
 * not allow where it stands is left out. Throws an `InvariantError` when a rule is broken.
 */
export function runSteps<Options>(options: {
  readonly adapter: AgentAdapter<Options>;
  readonly transcript: Transcript;
  readonly steps: readonly Step[];
}): readonly Action[] {
  const actions: Action[] = [];
  const core = new SimulatedCore(options.adapter, options.transcript, (action) => actions.push(action));
  core.open();
  for (const step of options.steps) core.perform(step);
  return actions;
}

/** A frame may be megabytes long; the error holds the steps themselves. */
function shortened(text: string): string {
  return text.length <= 1000 ? text : `${text.slice(0, 1000)}… (${text.length} characters, whole in the error's steps)`;
}

function faultOf(run: () => void): InvariantError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof InvariantError) return error;
    throw error;
  }
}

function stepsOf(transcript: Transcript): readonly Step[] {
  let stderr = '';
  return transcript.lines.flatMap((line) => {
    if ('err' in line) stderr += line.err;
    return 'err' in line || 'in' in line || 'raw' in line || 'close' in line ? [] : [stepOf(line, stderr)];
  });
}

function stderrOf(step: Step): string[] {
  return step.call === 'exit' ? [step.exit.stderr] : [];
}

import { isDeepStrictEqual } from 'node:util';
import type { AgentAdapter } from '../contract/adapter.js';
import type { Action } from '../contract/event.js';
import { FrameSplitter } from '../frames/frame-splitter.js';
import { AmbientError, withAmbientTraps } from './ambient-traps.js';
import { InvariantError } from './invariants.js';
import { SimulatedCore } from './simulated-core.js';
import { stepOf } from './step.js';
import type { Transcript, TranscriptLine } from './transcript.js';
import { heardLines, transcriptVariants, type Variant } from './transcript-variants.js';
import { VariantError, type VariantRuleId } from './variant-rules.js';

/** An action, and the place of the line that gave rise to it; -1: `open`. */
interface Placed {
  readonly action: Action;
  readonly at: number;
  readonly atExit: boolean;
}

/** What a codec got wrong on one variant of a transcript. */
export interface VariantFault {
  readonly rule: VariantRuleId;
  /** What was changed in the transcript. */
  readonly variant: string;
  readonly detail: string;
}

/**
 * Runs a codec through the variants of a transcript, as bytes through core's own splitter of frames, every rule of `watchCodec`
 * checked: cut after every frame and inside it, an unknown frame and noise between any two lines, stderr in between, the end said
 * twice or lost, other line ends, nothing at all.
 *
 * Returns how many variants there were, and in which of them a damaged transcript was taken for a whole one or noise made a
 * difference. Throws an `InvariantError` when the codec breaks a rule of the contract; with `broken`, only when it does so on the
 * transcript as it is, and hands over the others.
 */
export function findVariantFaults<Options>(
  adapter: AgentAdapter<Options>,
  transcript: Transcript,
  broken?: (error: InvariantError) => void,
): { readonly variants: number; readonly faults: readonly VariantFault[] } {
  const heard = heardLines(transcript);
  const original = run(adapter, transcript, heard, false);
  const ends = original
    .filter(({ action, at }) => action.type === 'settled' && 'out' in (heard[at] ?? {}))
    .map(({ at }) => ({ at, ofPrompt: lastAsked(heard.slice(0, at)) === 'prompt' }));
  const variants = transcriptVariants(transcript, ends);
  const faults = variants.flatMap((variant) => {
    const detail = orBroken(broken, () =>
      tryVariant(variant, original, () => run(adapter, transcript, variant.lines, variant.brokenOff)),
    );
    return detail === undefined ? [] : [{ rule: variant.rule, variant: variant.name, detail }];
  });
  return { variants: variants.length, faults };
}

/** As {@link findVariantFaults}; throws a {@link VariantError} for the first fault, and returns how many variants there were. */
export function checkVariants<Options>(
  adapter: AgentAdapter<Options>,
  transcript: Transcript,
): { readonly variants: number } {
  const { variants, faults } = findVariantFaults(adapter, transcript);
  const [first] = faults;
  if (first) throw new VariantError(first.rule, `${transcript.header.note} (${first.variant}): ${first.detail}`);
  return { variants };
}

function orBroken<Result>(
  broken: ((error: InvariantError) => void) | undefined,
  make: () => Result,
): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (!broken || !(error instanceof InvariantError)) throw error;
    broken(error);
    return undefined;
  }
}

function lastAsked(lines: readonly TranscriptLine[]): string | undefined {
  const last = lines.findLast((line) => 'do' in line && (line.do === 'prompt' || line.do === 'models'));
  return last && 'do' in last ? last.do : undefined;
}

function tryVariant(variant: Variant, original: readonly Placed[], make: () => readonly Placed[]): string | undefined {
  if (variant.rule !== 'pure') return difference(variant, original, make());
  try {
    withAmbientTraps(make, true);
    return undefined;
  } catch (error) {
    if (error instanceof AmbientError) return `it looks at ${error.message}`;
    throw error;
  }
}

function difference(variant: Variant, original: readonly Placed[], actions: readonly Placed[]): string | undefined {
  switch (variant.rule) {
    case 'cut-after-frame':
    case 'cut-inside-frame':
    case 'nothing': {
      if (completesByExit(variant, original)) return undefined;
      const allowed = completions(original.filter(({ at }) => at < variant.kept));
      const found = completions(actions);
      return found > allowed ? `${found} prompts completed, ${allowed} had ended` : undefined;
    }
    case 'lost-end': {
      const [before, after] = [original, actions].map((list) => settledAt(list, variant.kept));
      if (!after) return 'the prompt is left open';
      return after === 'completed' && before !== 'completed' ? `completed, and it was ${before}` : undefined;
    }
    case 'stderr':
      return unlike(original.map(withoutWords), actions.map(withoutWords));
    default:
      return unlike(
        original.map(({ action }) => action),
        actions.map(({ action }) => action),
      );
  }
}

/** A wire whose prompt ends with the process is whole when the process has ended well; only a bad end or no frame at all tells. */
function completesByExit(variant: Variant, original: readonly Placed[]): boolean {
  const last = variant.lines.at(-1);
  const endsWell = last !== undefined && 'exit' in last && last.exit.code === 0;
  return (
    endsWell &&
    variant.kept > 0 &&
    original.some(({ action, atExit }) => atExit && action.type === 'settled' && action.outcome === 'completed')
  );
}

function settledAt(actions: readonly Placed[], place: number): string | undefined {
  return actions.flatMap(({ action, at }) => (at === place && action.type === 'settled' ? [action.outcome] : []))[0];
}

function completions(actions: readonly Placed[]): number {
  return actions.filter(({ action }) => action.type === 'settled' && action.outcome === 'completed').length;
}

/** A failure at exit may be told in the agent's own last words. */
function withoutWords({ action, atExit }: Placed): Action {
  if (!atExit || action.type !== 'settled' || !action.failure) return action;
  return { ...action, failure: { class: action.failure.class, message: '' } };
}

function unlike(original: readonly Action[], actions: readonly Action[]): string | undefined {
  const [wanted, found] = [original, actions].map((list) =>
    list.filter(({ type }) => type !== 'unknown' && type !== 'notice'),
  ) as [Action[], Action[]];
  const at = wanted.findIndex((action, index) => !isDeepStrictEqual(action, found[index]));
  if (at === -1 && found.length === wanted.length) return undefined;
  const place = at === -1 ? wanted.length : at;
  const show = (list: readonly Action[]): string => (list[place] ? JSON.stringify(list[place]) : 'nothing');
  return `${show(found)} instead of ${show(wanted)}`;
}

function run<Options>(
  adapter: AgentAdapter<Options>,
  transcript: Transcript,
  lines: readonly TranscriptLine[],
  brokenOff: boolean,
): readonly Placed[] {
  const placed: Placed[] = [];
  let at = -1;
  let atExit = false;
  let stderr = '';
  const core = new SimulatedCore(adapter, transcript, (action) => placed.push({ action, at, atExit }));
  const splitter = new FrameSplitter({
    maxBytes: Number.MAX_SAFE_INTEGER,
    onFrame: (line) => core.perform({ call: 'frame', line }),
    onLost: (head) => core.perform({ call: 'lost', head }),
  });
  core.open();
  const lastFrame = lines.findLastIndex((line) => 'out' in line);
  lines.forEach((line, index) => {
    at = index;
    if ('err' in line) stderr += line.err;
    else if ('out' in line) {
      splitter.push(Buffer.from(brokenOff && index === lastFrame ? line.out : `${line.out}\n`));
    } else if (!('in' in line || 'raw' in line || 'close' in line)) {
      if ('exit' in line) {
        splitter.end();
        atExit = true;
      }
      core.perform(stepOf(line, stderr));
    }
  });
  return placed;
}

import { inspect } from 'node:util';
import type { AgentAdapter } from '../../contract/adapter.js';
import type { Image } from '../../contract/setup.js';
import { setupOf } from '../setup-of.js';
import { SimulatedCore } from '../simulated-core.js';
import { stepOf } from '../step.js';
import type { Transcript, TranscriptHeader } from '../transcript.js';

/** What a caller asked for, in place of what the transcript was recorded with. */
export interface Wish {
  readonly model?: string;
  readonly systemPromptAppend?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The text of the first prompt. */
  readonly text?: string;
  readonly images?: readonly Image[];
}

/** What would have been started and written, had a transcript's caller asked for something else. */
export interface Trace {
  /** The plan and all that was written, as one text that can be compared. */
  readonly whole: string;
  /** Every string in the plan. */
  readonly planned: readonly string[];
  /** Every line and text that was written, and every string in it where it is JSON. */
  readonly written: readonly string[];
}

/**
 * Feeds a transcript to the codec of another setup: the agent's replies are those of the recording. Throws whatever the adapter
 * throws, and an `InvariantError` when the codec breaks a rule.
 */
export function traceOf<Options>(adapter: AgentAdapter<Options>, transcript: Transcript, wish: Wish): Trace {
  const { header } = transcript;
  const before = setupOf(adapter, header);
  const setup = {
    cwd: before.cwd,
    approvalMs: before.approvalMs,
    options: { ...(header.setup?.options as object | undefined), ...wish.options },
    ...(wish.model !== undefined && { model: wish.model }),
    ...(wish.systemPromptAppend !== undefined && { systemPromptAppend: wish.systemPromptAppend }),
  };
  const asked: TranscriptHeader = { ...header, setup };
  const plan = adapter.launch(setupOf(adapter, asked));
  const core = new SimulatedCore(adapter, { header: { ...asked, plan }, lines: transcript.lines });
  core.open();
  let stderr = '';
  let prompted = false;
  for (const line of transcript.lines) {
    if ('err' in line) stderr += line.err;
    if ('err' in line || 'in' in line || 'raw' in line || 'close' in line) continue;
    const step = stepOf(line, stderr);
    if (step.call !== 'prompt' || prompted) core.perform(step);
    else {
      prompted = core.perform({
        call: 'prompt',
        text: wish.text ?? step.text,
        ...(wish.images && { images: wish.images }),
      });
    }
  }
  return {
    whole: inspect([plan, core.sent], { depth: null, maxArrayLength: null, maxStringLength: null, sorted: true }),
    planned: stringsIn(plan),
    written: core.sent.flatMap(stringsOfLine),
  };
}

/** Every string in plain data. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function stringsOfLine(line: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [line, ...stringsIn(value)] : [line];
  } catch {
    return [line];
  }
}

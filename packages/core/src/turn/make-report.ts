import type { Settings } from '../runner/settings.js';
import type { PromptAnswers } from './prompt-answers.js';
import type { Answer, Cause, Report, TurnStats } from './report.js';
import { stderrText } from './stderr-text.js';
import type { Tally } from './tally.js';
import type { StopReason, Verdict } from './turn-phases.js';
import type { CheckedRequest } from './turn-services.js';
import type { Wire } from './wire.js';

export interface ReportParts {
  readonly turn: string;
  readonly request: CheckedRequest;
  readonly verdict: Verdict;
  readonly session: string | undefined;
  readonly resumable: boolean;
  readonly answers: PromptAnswers;
  readonly tally: Tally;
  readonly elapsedMs: number;
  readonly counts: Wire['counts'] | undefined;
  readonly stderr: string | undefined;
  /** Messages that were sent into the turn and never reached the agent. */
  readonly undelivered: readonly string[];
  readonly warnings: readonly string[];
  readonly settings: Settings;
  readonly title: string;
}

/** Puts a turn's report together. A turn that completed without any answer fails here: an empty answer is never passed off as one. */
export function makeReport(parts: ReportParts): Report {
  const { request, verdict, answers, tally, settings, session } = parts;
  const answer = answers.answer;
  const completed = verdict.status === 'completed' && answer !== undefined;
  const status = verdict.status === 'completed' && !completed ? 'failed' : verdict.status;
  const notices = [...tally.notices, ...noticesOf(parts), ...parts.warnings];
  const said = completed ? undefined : answers.said;
  const cause = completed ? undefined : causeOf(parts);
  const stderr =
    completed || parts.stderr === undefined
      ? undefined
      : stderrText(parts.stderr, settings.stderrLimit, settings.stderrKeepEvents);
  const shape = cause?.class === 'protocol' ? shapeOf(parts) : undefined;
  return {
    turn: parts.turn,
    cwd: request.setup.cwd,
    transport: request.setup.transport,
    status,
    ending: verdict.ending,
    stats: statsOf(parts),
    files: tally.files,
    notices,
    resumable: parts.resumable,
    ...(session !== undefined && { session }),
    ...(completed && { answer: capped(answer, settings.maxOutput) }),
    ...(answers.earlier.length > 0 && {
      earlier: answers.earlier.map((one) => ({ ...one, ...capped(one, settings.maxOutput) })),
    }),
    ...(said !== undefined && { said }),
    ...(cause !== undefined && { cause }),
    ...(stderr !== undefined && { stderr }),
    ...(shape !== undefined && { shape }),
    ...(request.timeoutMs > 0 && { timeoutMs: request.timeoutMs }),
  };
}

function causeOf(parts: ReportParts): Cause {
  const { verdict, title, request, settings } = parts;
  if (verdict.reason)
    return { class: CLASSES[verdict.reason], message: sentenceOf(verdict.reason, request.timeoutMs, settings, title) };
  if (verdict.failure) return verdict.failure;
  return { class: 'protocol', message: `${title} ended its turn without an answer` };
}

const CLASSES = {
  aborted: 'aborted',
  cancelled: 'cancelled',
  shutdown: 'shutdown',
  person: 'person',
  timeout: 'timeout',
  'not-ready': 'timeout',
} as const satisfies Record<StopReason, Cause['class']>;

function sentenceOf(reason: StopReason, timeoutMs: number, settings: Settings, title: string): string {
  switch (reason) {
    case 'aborted':
      return `the ${title} turn was aborted by the caller`;
    case 'cancelled':
      return `the call that waited for the ${title} turn was cancelled`;
    case 'shutdown':
      return `the server was told to end while ${title} was working`;
    case 'person':
      return `a person on this machine stopped the ${title} turn`;
    case 'timeout':
      return `${title} timed out after ${timeoutMs} ms`;
    case 'not-ready':
      return `${title} was not ready for a prompt within ${settings.initTimeoutMs} ms of its start`;
  }
}

function noticesOf({ undelivered, counts, title }: ReportParts): readonly string[] {
  const notices: string[] = [];
  if (undelivered.length > 0) {
    const shown = undelivered.map((text) => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text));
    notices.push(`not delivered to ${title} before the turn ended: ${shown.join(', ')}`);
  }
  if (counts && counts.lostFrames > 0) {
    const frames = counts.lostFrames === 1 ? 'one frame' : `${counts.lostFrames} frames`;
    notices.push(
      `${frames} from ${title} over the size limit dropped (${counts.lostBytes} bytes in all); part of the work may be missing here`,
    );
  }
  return notices;
}

function statsOf({ tally, elapsedMs, request }: ReportParts): TurnStats {
  const { usage, rounds } = tally;
  const model = tally.model ?? request.setup.model;
  return {
    tools: tally.tools,
    elapsedMs: Math.round(elapsedMs),
    ...(model !== undefined && { model }),
    ...(rounds !== undefined && { rounds }),
    ...(usage !== undefined && { inputTokens: usage.input, outputTokens: usage.output }),
    ...(usage?.cost !== undefined && { cost: usage.cost }),
  };
}

function shapeOf({ counts, tally }: ReportParts): string | undefined {
  if (!counts) return undefined;
  const calls = tally.tools.reduce((sum, [, count]) => sum + count, 0);
  const unknown = tally.unknown.map(([kind, count]) => `${kind}×${count}`).join(', ');
  return `${counts.frames} frames, ${counts.bytes} bytes, ${calls} tool calls${unknown && `; not understood: ${unknown}`}`;
}

function capped(answer: Answer, limit: number | undefined): Answer {
  if (limit === undefined || answer.text.length <= limit) return answer;
  return { ...answer, text: answer.text.slice(0, limit) };
}

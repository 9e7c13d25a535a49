import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Image } from '../contract/setup.js';

/** What a prompt's setup said beyond the plan, without the machine: an environment may hold keys. */
export interface TranscriptSetup {
  readonly cwd: string;
  readonly model?: string;
  readonly systemPromptAppend?: string;
  /** The adapter's options, as they were after parsing. */
  readonly options: unknown;
  readonly approvalMs: number;
  readonly presetSession?: string;
  /** The session that is continued, where the transport takes it with the prompt. */
  readonly session?: string;
}

/** First line of a transcript: what was recorded. */
export interface TranscriptHeader {
  /** Version of the format. */
  readonly transcript: 1;
  /** Name of the adapter. */
  readonly adapter: string;
  /** Name of the transport. */
  readonly transport: string;
  /** Version of the agent, as it prints it. */
  readonly agentVersion: string;
  /** The plan that the process was started from, scrubbed. */
  readonly plan: LaunchPlan;
  /** What happens in it, in one sentence. */
  readonly note: string;
  /** Absent: the plan's directory, the options' defaults, approvals denied at once. */
  readonly setup?: TranscriptSetup;
}

/** Something that core asked of the codec. */
export type TranscriptCall =
  | { readonly do: 'prompt'; readonly text: string; readonly images?: readonly Image[] }
  | { readonly do: 'interrupt' }
  | { readonly do: 'steer'; readonly reference: string; readonly text: string }
  | { readonly do: 'answer'; readonly id: string; readonly allow: boolean; readonly reason: string }
  | { readonly do: 'models' };

/** What was written to the agent's stdin; stands directly after the line whose call wrote it. */
export type TranscriptWrite =
  /** One line, without its LF. */
  | { readonly in: string }
  /** Text as it is. */
  | { readonly raw: string }
  /** Stdin was closed. */
  | { readonly close: true };

/** One line of a transcript after the header, in the order in which things happened. */
export type TranscriptLine =
  | TranscriptCall
  | TranscriptWrite
  /** A frame: one line of the agent's stdout, without its LF. */
  | { readonly out: string }
  /** Text on stderr, as it came. */
  | { readonly err: string }
  /** The beginning of a line that was longer than core's limit. */
  | { readonly lost: string }
  /** The process is gone; nothing follows. */
  | { readonly exit: { readonly code: number | null; readonly signal: string | null } };

/** What went over the wire of one agent process, and what core asked of the codec meanwhile. */
export interface Transcript {
  readonly header: TranscriptHeader;
  readonly lines: readonly TranscriptLine[];
}

/** Writes a transcript as JSON lines, the header first; {@link parseTranscript} reads it. */
export function formatTranscript(transcript: Transcript): string {
  return [transcript.header, ...transcript.lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

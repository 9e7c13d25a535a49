import type { Transcript, TranscriptLine } from './transcript.js';
import type { VariantRuleId } from './variant-rules.js';

/** A transcript with one thing changed. It holds no written lines: what a codec writes is compared with the original's. */
export interface Variant {
  readonly rule: VariantRuleId;
  /** What was changed, in words. */
  readonly name: string;
  readonly lines: readonly TranscriptLine[];
  /** Whether the last frame has no line end. */
  readonly brokenOff: boolean;
  /** How many lines of the original, written ones not counted, stand unchanged at the beginning. */
  readonly kept: number;
}

/** A frame that settled something. */
export interface End {
  /** Place in {@link heardLines}. */
  readonly at: number;
  /** Whether it was a prompt, not the handshake or a list of models. */
  readonly ofPrompt: boolean;
}

/** What core keeps of a frame that is too long, in characters. */
const HEAD = 2000;
const UNKNOWN = [
  '{"type":"a_type_that_does_not_exist","data":{"text":"unheard of"}}',
  '{"jsonrpc":"2.0","method":"a/method/that/does/not/exist","params":{}}',
];
const NOISE = ['Debugger listening.', '[]', '"text"'];
const STDERR = 'note: nothing of importance\n';
/** How much of a frame is said before it breaks off. */
const PARTS = [0.5, 0.95];
const ENDS = [
  { code: null, signal: 'SIGKILL' },
  { code: 0, signal: null },
] as const;

/** A transcript without what was written: the calls, the frames, stderr and the exit. */
export function heardLines(transcript: Transcript): readonly TranscriptLine[] {
  return transcript.lines.filter((line) => !('in' in line || 'raw' in line || 'close' in line));
}

/**
 * All variants of a transcript.
 * @param ends the frames that settled something
 */
export function transcriptVariants(transcript: Transcript, ends: readonly End[]): readonly Variant[] {
  const heard = heardLines(transcript);
  const whole = { brokenOff: false, kept: heard.length };
  const frames = heard.flatMap((line, at) => ('out' in line ? [{ at, frame: line.out }] : []));
  const frameBy = (change: (frame: string) => readonly string[]): readonly TranscriptLine[] =>
    heard.flatMap((line): readonly TranscriptLine[] =>
      'out' in line ? change(line.out).map((out) => ({ out })) : [line],
    );
  // In all places at once: what is to make no difference makes none anywhere, and a run for each place would take the square of the time.
  const inserted = (rule: VariantRuleId, added: string): Variant => ({
    ...whole,
    rule,
    name: `${added} before every line`,
    lines: heard.flatMap((line) => [{ out: added }, line]),
  });

  return [
    { ...whole, rule: 'repeatable', name: 'as recorded', lines: heard },
    { ...whole, rule: 'pure', name: 'as recorded, out of reach of everything', lines: heard },
    { ...whole, rule: 'repeatable', name: 'CR before every LF', lines: frameBy((frame) => [`${frame}\r`]) },
    { ...whole, rule: 'repeatable', name: 'blank lines between frames', lines: frameBy((frame) => ['', frame, '\r']) },
    ...ENDS.flatMap((exit): Variant[] => [
      ...frames.map(({ at }): Variant => {
        const lines = heard.slice(0, at + 1);
        return {
          rule: 'cut-after-frame',
          name: `ended by ${named(exit)} after line ${at + 1}`,
          lines: [...lines, { exit }],
          brokenOff: false,
          kept: at + 1,
        };
      }),
      ...frames.flatMap(({ at, frame }): Variant[] =>
        PARTS.map((part) => ({
          rule: 'cut-inside-frame',
          name: `ended by ${named(exit)} inside line ${at + 1}, ${part * 100} % of it said`,
          lines: [
            ...heard.slice(0, at),
            { out: frame.slice(0, Math.min(frame.length - 1, Math.ceil(frame.length * part))) },
            { exit },
          ],
          brokenOff: true,
          kept: at,
        })),
      ),
      {
        rule: 'nothing',
        name: `ended by ${named(exit)}, and nothing said`,
        lines: [...heard.filter((line) => 'do' in line), { exit }],
        brokenOff: false,
        kept: 0,
      },
    ]),
    ...UNKNOWN.map((frame) => inserted('unknown-frame', frame)),
    ...NOISE.map((line) => inserted('noise-line', line)),
    {
      ...whole,
      rule: 'stderr',
      name: 'stderr before every line',
      lines: heard.flatMap((line) => [{ err: STDERR }, line]),
    },
    ...ends.map(({ at }): Variant => {
      const end = heard[at] as TranscriptLine;
      return {
        ...whole,
        rule: 'repeated-end',
        name: `line ${at + 1} twice`,
        lines: [...heard.slice(0, at + 1), end, ...heard.slice(at + 1)],
      };
    }),
    ...ends
      .filter(({ ofPrompt }) => ofPrompt)
      .map(({ at }): Variant => {
        const end = heard[at];
        const lost = end && 'out' in end ? end.out.slice(0, HEAD) : '';
        return {
          rule: 'lost-end',
          name: `line ${at + 1} lost`,
          lines: [...heard.slice(0, at), { lost }],
          brokenOff: false,
          kept: at,
        };
      }),
  ];
}

function named(exit: (typeof ENDS)[number]): string {
  return exit.signal ?? `code ${exit.code}`;
}

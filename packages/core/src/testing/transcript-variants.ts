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

const UNKNOWN = [
  '{"type":"a_type_that_does_not_exist","data":{"text":"unheard of"}}',
  '{"jsonrpc":"2.0","method":"a/method/that/does/not/exist","params":{}}',
];
const NOISE = ['Debugger listening.', '[]', '"text"'];
const STDERR = 'note: nothing of importance\n';
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
 * @param ends places in {@link heardLines} of the frames that settled something
 */
export function transcriptVariants(transcript: Transcript, ends: readonly number[]): readonly Variant[] {
  const heard = heardLines(transcript);
  const whole = { brokenOff: false, kept: heard.length };
  const frames = heard.flatMap((line, at) => ('out' in line ? [{ at, frame: line.out }] : []));
  const frameBy = (change: (frame: string) => readonly string[]): readonly TranscriptLine[] =>
    heard.flatMap((line): readonly TranscriptLine[] =>
      'out' in line ? change(line.out).map((out) => ({ out })) : [line],
    );
  const inserted = (rule: VariantRuleId, added: string): readonly Variant[] =>
    heard.map((_, at) => ({
      ...whole,
      rule,
      name: `${added} before line ${at + 1}`,
      lines: [...heard.slice(0, at), { out: added }, ...heard.slice(at)],
    }));

  return [
    { ...whole, rule: 'repeatable', name: 'as recorded', lines: heard },
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
        [0.1, 0.5, 0.95].map((part) => ({
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
    ...UNKNOWN.flatMap((frame) => inserted('unknown-frame', frame)),
    ...NOISE.flatMap((line) => inserted('noise-line', line)),
    {
      ...whole,
      rule: 'stderr',
      name: 'stderr before every line',
      lines: heard.flatMap((line) => [{ err: STDERR }, line]),
    },
    ...ends.map((at): Variant => {
      const end = heard[at] as TranscriptLine;
      return {
        ...whole,
        rule: 'repeated-end',
        name: `line ${at + 1} twice`,
        lines: [...heard.slice(0, at + 1), end, ...heard.slice(at + 1)],
      };
    }),
  ];
}

function named(exit: (typeof ENDS)[number]): string {
  return exit.signal ?? `code ${exit.code}`;
}

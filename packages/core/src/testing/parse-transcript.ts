import type { Transcript, TranscriptHeader, TranscriptLine } from './transcript.js';

/** A transcript that breaks the format; the message names the place as `<name>:<line>`. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  /** Line in the file, counted from 1. */
  readonly line: number;

  constructor(source: string, line: number, message: string) {
    super(`${source}:${line}: ${message}`);
    this.line = line;
  }
}

type Check = (value: unknown) => string | undefined;
/** Field to check; a name that ends in `?` may be absent. */
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const filled: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a string that is not empty';
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const anything: Check = () => undefined;
const oneLine: Check = (value) =>
  typeof value === 'string' && !value.includes('\n') ? undefined : 'must be a string without LF';
const exactly =
  (wanted: unknown): Check =>
  (value) =>
    value === wanted ? undefined : `must be ${JSON.stringify(wanted)}`;
const orNull =
  (kind: 'number' | 'string'): Check =>
  (value) =>
    value === null || typeof value === kind ? undefined : `must be a ${kind} or null`;
const milliseconds: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? undefined : 'must be a number of at least 0';
const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    return value.map(check).find((problem) => problem !== undefined);
  };
const mapOf =
  (check: Check): Check =>
  (value) => {
    if (!isObject(value)) return 'must be an object';
    return Object.values(value)
      .map(check)
      .find((problem) => problem !== undefined);
  };
const shaped =
  (shape: Shape): Check =>
  (value) => {
    if (!isObject(value)) return 'must be an object';
    for (const [name, check] of Object.entries(shape)) {
      const optional = name.endsWith('?');
      const field = optional ? name.slice(0, -1) : name;
      if (value[field] === undefined) {
        if (!optional) return `needs "${field}"`;
        continue;
      }
      const problem = check(value[field]);
      if (problem) return `"${field}" ${problem}`;
    }
    const unknown = Object.keys(value).find(
      (field) => !Object.hasOwn(shape, field) && !Object.hasOwn(shape, `${field}?`),
    );
    return unknown === undefined ? undefined : `has the unknown field "${unknown}"`;
  };

const HEADER = shaped({
  transcript: exactly(1),
  adapter: filled,
  transport: filled,
  agentVersion: filled,
  plan: shaped({
    transport: filled,
    args: listOf(text),
    env: mapOf(text),
    cwd: filled,
    'files?': mapOf(text),
    'handshake?': anything,
  }),
  note: filled,
  'setup?': shaped({
    cwd: filled,
    'model?': filled,
    'systemPromptAppend?': text,
    options: anything,
    approvalMs: milliseconds,
    'presetSession?': filled,
    'session?': filled,
  }),
});

const LINES: Readonly<Record<string, Check>> = {
  out: shaped({ out: oneLine }),
  in: shaped({ in: oneLine }),
  raw: shaped({ raw: filled }),
  close: shaped({ close: exactly(true) }),
  err: shaped({ err: text }),
  lost: shaped({ lost: text }),
  exit: shaped({ exit: shaped({ code: orNull('number'), signal: orNull('string') }) }),
};

const CALLS: Readonly<Record<string, Check>> = {
  prompt: shaped({
    do: text,
    text: filled,
    'images?': listOf(shaped({ mediaType: filled, data: filled })),
  }),
  interrupt: shaped({ do: text }),
  steer: shaped({ do: text, reference: filled, text: filled }),
  answer: shaped({ do: text, id: filled, allow: flag, reason: text }),
  models: shaped({ do: text }),
};

/**
 * Reads a transcript: JSON lines, the header first, nothing after `exit`. Blank lines are not allowed, except at the end.
 * @param name stands in error messages, a path as a rule
 * Throws {@link TranscriptError} for anything that is not exactly in the format.
 */
export function parseTranscript(content: string, name = 'transcript'): Transcript {
  const rows = content.replace(/\n+$/, '').split('\n');
  const read = (row: string, index: number): Record<string, unknown> => {
    let value: unknown;
    try {
      value = JSON.parse(row);
    } catch {
      throw new TranscriptError(name, index + 1, row.trim() === '' ? 'blank line' : 'not JSON');
    }
    if (!isObject(value)) throw new TranscriptError(name, index + 1, 'must be a JSON object');
    return value;
  };
  const [first = '', ...rest] = rows;
  const header = read(first, 0);
  const problem = HEADER(header);
  if (problem) throw new TranscriptError(name, 1, `header ${problem}`);
  const lines = rest.map((row, index) => {
    const line = read(row, index + 1);
    const fault = lineFault(line);
    if (fault) throw new TranscriptError(name, index + 2, fault);
    return line as unknown as TranscriptLine;
  });
  const exit = lines.findIndex((line) => 'exit' in line);
  if (exit !== -1 && exit < lines.length - 1) throw new TranscriptError(name, exit + 3, 'stands after "exit"');
  const transcript = { header: header as unknown as TranscriptHeader, lines };
  if (transcript.header.plan.transport !== transcript.header.transport) {
    throw new TranscriptError(name, 1, 'header "transport" and its plan\'s "transport" differ');
  }
  return transcript;
}

function lineFault(line: Record<string, unknown>): string | undefined {
  if ('do' in line) {
    const check = typeof line.do === 'string' && Object.hasOwn(CALLS, line.do) ? CALLS[line.do] : undefined;
    if (!check) return `unknown call ${JSON.stringify(line.do)}; one of ${Object.keys(CALLS).join(', ')}`;
    return check(line);
  }
  const kind = Object.keys(LINES).find((key) => key in line);
  if (kind === undefined) return `needs one of ${Object.keys(LINES).join(', ')}, do`;
  return LINES[kind]?.(line);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { type Replacement, scrubText } from './scrub-text.js';
import type { Transcript, TranscriptHeader, TranscriptLine } from './transcript.js';

/** What to take out of a transcript before anyone else sees it. */
export interface ScrubRules {
  /** Folders and names to what stands for them. Found where they are not a part of a longer word; folders also in the spellings that agents give them. */
  readonly replacements: readonly (readonly [text: string, placeholder: string])[];
  /** Replaced wherever they stand, by `scrubbed`. */
  readonly secrets?: readonly string[];
  /** Names of the fields of frames whose content is someone else's prose (system prompts, descriptions of tools), at any depth. */
  readonly proseKeys?: readonly string[];
  /** Longest string that may stay under such a field, in characters: 200 unless given. */
  readonly proseLength?: number;
  /** True: every UUID becomes `00000000-0000-4000-8000-…` with a number, the same one for the same UUID. */
  readonly numberIds?: boolean;
}

/**
 * Takes out of a transcript what must not be published: the replacements that are given (paths also as the slugs that agents make
 * of them), keys and tokens of well-known forms, e-mail addresses, ports of this machine, and long prose, for which a placeholder
 * states the length. Frames that hold nothing of the kind stay as they are, to the byte.
 */
export function scrubTranscript(transcript: Transcript, rules: ScrubRules): Transcript {
  const scrubber = new Scrubber(rules);
  return {
    header: scrubber.value(transcript.header) as TranscriptHeader,
    lines: transcript.lines.map((line) => scrubber.line(line)),
  };
}

class Scrubber {
  readonly #rules: ScrubRules;
  readonly #replacements: readonly Replacement[];
  readonly #prose: ReadonlySet<string>;
  readonly #ids = new Map<string, string>();

  constructor(rules: ScrubRules) {
    this.#rules = rules;
    this.#prose = new Set(rules.proseKeys);
    const secrets = (rules.secrets ?? []).map((text) => ({ text, placeholder: 'scrubbed', whole: false }));
    const known = rules.replacements.flatMap(([text, placeholder]) => spellings(text, placeholder));
    this.#replacements = [...secrets, ...known.map(([text, placeholder]) => ({ text, placeholder, whole: true }))]
      .filter(({ text }) => text !== '')
      // A folder before the one it lies in.
      .sort((one, other) => other.text.length - one.text.length);
  }

  line(line: TranscriptLine): TranscriptLine {
    if ('out' in line) return { out: this.#frame(line.out) };
    if ('in' in line) return { in: this.#frame(line.in) };
    return this.value(line) as TranscriptLine;
  }

  /** Plain data with every string in it scrubbed, names of fields included. */
  value(value: unknown, prose = false): unknown {
    if (typeof value === 'string') return this.#text(value, prose);
    if (Array.isArray(value)) return value.map((item) => this.value(item, prose));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        this.#text(key, false),
        this.value(inner, prose || this.#prose.has(key)),
      ]),
    );
  }

  #frame(frame: string): string {
    let before: unknown;
    try {
      before = JSON.parse(frame);
    } catch {
      return this.#text(frame, false);
    }
    const after = this.value(before);
    const text = JSON.stringify(after);
    return text === JSON.stringify(before) ? frame : text;
  }

  #text(text: string, prose: boolean): string {
    if (prose && text.length > (this.#rules.proseLength ?? 200)) return `[${text.length} characters]`;
    const clean = scrubText(text, this.#replacements);
    return this.#rules.numberIds ? clean.replace(UUID, (id) => this.#numbered(id.toLowerCase())) : clean;
  }

  #numbered(id: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const number = `00000000-0000-4000-8000-${String(this.#ids.size + 1).padStart(12, '0')}`;
    this.#ids.set(id, number);
    return number;
  }
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

/** A path also as it stands in JSON inside of a string, and as the names that agents give to a project's folder. */
function spellings(text: string, placeholder: string): readonly (readonly [string, string])[] {
  if (!/[\\/]/.test(text)) return [[text, placeholder]];
  const quoted = (path: string): string => JSON.stringify(path).slice(1, -1);
  const exact: (readonly [string, string])[] = [[text, placeholder]];
  if (quoted(text) !== text) exact.push([quoted(text), quoted(placeholder)]);
  const slug = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');
  const inner = (path: string): string => path.replace(/^[\\/]/, '').replace(/[\\/:]/g, '-');
  // One segment alone (`-root`) is the end of too many words.
  if (!inner(text).includes('-')) return exact;
  return [...exact, [slug(text), slug(placeholder)], [inner(text), inner(placeholder)]];
}

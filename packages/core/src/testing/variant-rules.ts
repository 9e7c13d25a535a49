/** A kind of change to a transcript, and what has to hold all the same. */
export interface VariantRule {
  readonly id: string;
  /** The rule in one sentence. */
  readonly rule: string;
}

const RULES = {
  repeatable:
    'The same frames give the same actions on every codec, whatever their line ends and with blank lines in between.',
  pure: 'A codec looks at no clock, no file, no environment, and starts no timer.',
  'cut-after-frame': 'A prompt whose end never came is not completed, however the process ends.',
  'cut-inside-frame': 'A frame that breaks off completes nothing.',
  'unknown-frame': 'A frame of an unknown type changes nothing but unknown events and notices.',
  'noise-line': 'A line that is not of the wire changes nothing but unknown events and notices.',
  stderr: 'What the agent says on stderr beside its work changes neither the outcome nor the class of a failure.',
  'repeated-end': 'The end of a prompt, said a second time, changes nothing.',
  'lost-end':
    'When the frame that ends a prompt is lost, the prompt settles there, and is not completed unless it was.',
  nothing: 'A process that says nothing completes nothing.',
} as const;

/** Id of a rule in {@link VARIANT_RULES}. */
export type VariantRuleId = keyof typeof RULES;

/** Every rule that `checkVariants` checks. */
export const VARIANT_RULES: readonly VariantRule[] = Object.entries(RULES).map(([id, rule]) => ({ id, rule }));

/** A codec broke a rule on a variant of a transcript. */
export class VariantError extends Error {
  override readonly name = 'VariantError';
  readonly id: VariantRuleId;
  readonly rule: string;

  constructor(id: VariantRuleId, detail: string) {
    super(`${id}: ${detail}\n  rule: ${RULES[id]}`);
    this.id = id;
    this.rule = RULES[id];
  }
}

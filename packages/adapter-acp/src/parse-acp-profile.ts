import * as z from 'zod';
import type { AcpAgentProfile } from './agent-profile.js';

/** A profile that cannot be used; the message names every field that is wrong. */
export class AcpProfileError extends Error {
  override readonly name = 'AcpProfileError';
}

const word = z.string().min(1, 'must not be empty');
const words = z.array(word);
const pattern = word.refine(isPattern, 'must be a regular expression');
const failureClasses = [
  'auth',
  'rate',
  'model',
  'session-unknown',
  'protocol',
  'spawn',
  'timeout',
  'limit',
  'agent',
] as const;

const schema = z
  .strictObject({
    name: word.regex(/^[a-z][a-z0-9]{0,15}$/, 'must be up to 16 small letters and digits, a letter first'),
    title: word,
    command: word,
    args: words,
    env: z.record(word.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'), z.string()).optional(),
    install: word,
    versionArgs: words.optional(),
    tested: z.strictObject({ from: word, below: word }).optional(),
    about: word,
    danger: word,
    sessionId: pattern.optional(),
    modes: z.strictObject({ values: z.tuple([word], word), safe: word }).optional(),
    effort: z.strictObject({ option: word, values: z.tuple([word], word) }).optional(),
    modelBy: word.optional(),
    systemPromptFlag: word.regex(/^--[a-z][a-z-]*$/, 'must be a long flag').optional(),
    images: z.boolean().optional(),
    steering: z.boolean().optional(),
    usage: z.enum(['message', 'response', 'response-total', 'quota', 'none']).optional(),
    toolName: z
      .union([z.enum(['kind', 'title']), z.templateLiteral(['_meta.', word])], 'must be kind, title or _meta.FIELD')
      .optional(),
    toolInput: z.literal('content').optional(),
    resumesNextMinute: z.boolean().optional(),
    unknownSession: z.union([z.int(), pattern], 'must be a code or a regular expression').optional(),
    ignores: words.optional(),
    remedies: z.partialRecord(z.enum(failureClasses), word).optional(),
    noise: z.array(pattern).optional(),
    staleFiles: words.optional(),
  })
  .refine(({ modes }) => modes === undefined || modes.values.includes(modes.safe), {
    path: ['modes', 'safe'],
    message: 'must be one of modes.values',
  });

/**
 * Reads a profile from the text of a JSON file. Throws an {@link AcpProfileError} that names each field that is missing, unknown
 * or wrong.
 */
export function parseAcpProfile(text: string): AcpAgentProfile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AcpProfileError(`the profile is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data as AcpAgentProfile;
  throw new AcpProfileError(`the profile cannot be used: ${parsed.error.issues.map(sentence).join('; ')}`);
}

const WANTED: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

function sentence(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const fields = issue.keys.map((key) => [...issue.path, key].join('.'));
    return `unknown field ${fields.join(', ')}`;
  }
  if (name === '') return 'must be an object';
  if (issue.code === 'invalid_value') return `${name}: must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') {
    const wanted = WANTED[issue.expected] ?? issue.expected;
    return `${name}: ${issue.input === undefined ? 'is missing, ' : ''}must be ${wanted}`;
  }
  return `${name}: ${issue.message}`;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

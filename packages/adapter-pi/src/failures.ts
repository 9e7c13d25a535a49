import type { Exit, Failure, FailureClass } from '@agentmount/core';

const LOG_IN = 'run "pi" in a terminal and log in with /login, or set the key of its provider in the environment';
const LIST = 'ask for the models that pi can reach and name one of them as provider/id';
const MESSAGE_LIMIT = 500;
/** Characters of a text that are looked at: some patterns take the square of the length, and the agent chooses the text. */
const LOOKED_AT = 4_000;
/** The same where the text may be JSON, which says something only as a whole. */
const PARSED = 1_000_000;

/** Lines of stderr that say nothing about why a run failed. */
const NOISE: readonly RegExp[] = [
  /^Warning\b/i,
  /^\(node:\d+\)/,
  /^\(Use `node --trace/,
  /^\s*at /,
  /^[{[].*[}\]]$/,
  /^Use \/login/,
  /^Node\.js v/,
];

const RULES: readonly (readonly [pattern: RegExp, kind: FailureClass, remedy?: string])[] = [
  [
    /context overflow|context.?length|context window|maximum context|prompt is too long/i,
    'limit',
    'begin a new session, or use a model with a larger context window',
  ],
  [/insufficient_quota|quota|billing|credit balance/i, 'rate', 'check the plan of the provider, or use another model'],
  [
    /^(401|403)\b|no api key found|authentication failed|unauthori[sz]ed|api key|no models? (available|selected)|credentials/i,
    'auth',
    LOG_IN,
  ],
  [/^(429|503|529)\b|rate.?limit|overloaded|too many requests/i, 'rate', 'try again later'],
  [/^model "|^unknown provider|is ambiguous across providers|model[^.]*(not found|not exist)/i, 'model', LIST],
  [/^4\d\d\b|content_filter/i, 'model'],
  [/^5\d\d\b/, 'agent', 'try again later, or use another model'],
  [
    /connection error|terminated|socket|timed? ?out|econn|enotfound/i,
    'agent',
    'check the network and the base URL of the model',
  ],
];

/** Makes a failure of a sentence that pi wrote: `errorMessage` of a message, `error` of a reply, or a line of stderr. */
export function classify(words: string): Failure {
  const plain = words
    .slice(0, PARSED)
    .replace(/^Error:\s*/, '')
    .trim();
  const rule = RULES.find(([pattern]) => pattern.test(plain.slice(0, LOOKED_AT)));
  const remedy = rule?.[2];
  // What follows is about pi's own command line, which the reader does not type.
  const message = sentence(plain.length > LOOKED_AT ? plain : plain.replace(/\. Use --\S.*$/, ''));
  return { class: rule?.[1] ?? 'agent', message, ...(remedy !== undefined && { remedy }) };
}

/** Why pi went away, from the first line of stderr that gives a reason; undefined when none does. */
export function classifyExit(exit: Exit): Failure | undefined {
  const lines = exit.stderr.split(/\r?\n/).map((line) => line.slice(0, LOOKED_AT).trim());
  const said = lines.filter((line) => line !== '' && !NOISE.some((pattern) => pattern.test(line)));
  const reason = said.find((line) => /^Error:/.test(line)) ?? said[0];
  return reason === undefined ? undefined : classify(reason);
}

/** One line, bounded, without a final full stop and without keys. `401: {"message": …}` is what pi makes of a provider's refusal. */
export function sentence(words: string): string {
  const line =
    words
      .slice(0, PARSED)
      .split(/\r?\n/)
      .find((part) => part.trim() !== '') ?? 'no reason given';
  const plain = readProvider(line.trim())
    .slice(0, LOOKED_AT)
    .replace(/\b(sk|key|token|pk)[-_][\w*.-]{6,}/gi, '[key]')
    .replace(/\bBearer \S+/gi, 'Bearer [key]')
    .replace(/(api key provided:?\s*)\S+/gi, '$1[key]')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/[.\s]+$/, '');
  if (plain === '') return 'no reason given';
  return plain.length > MESSAGE_LIMIT ? `${plain.slice(0, MESSAGE_LIMIT)}…` : plain;
}

function readProvider(line: string): string {
  const [, status, body] = /^(\d{3}):?\s+(.*)$/.exec(line) ?? [];
  if (status === undefined || body === undefined) return line;
  return `the model's provider answered ${status}: ${messageOf(body) ?? (body.startsWith('<') ? 'a page of HTML' : body)}`;
}

function messageOf(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return undefined;
    if ('message' in value && typeof value.message === 'string') return value.message;
    return 'error' in value ? messageOf(JSON.stringify(value.error)) : undefined;
  } catch {
    return undefined;
  }
}

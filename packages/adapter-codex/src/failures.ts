import { asCount, asWord, type Exit, type Failure, type FailureClass, fieldOf, parseFields } from '@agentmount/core';

const LOG_IN = 'run "codex login" in a terminal, or set the key of the model\'s provider in the environment';
const LIST = "ask for codex's models and name one of them, or one that the provider of your codex configuration has";
const SESSIONS = 'take a session from the list of sessions, or start a new one';
const LATER = 'try again later';
const MESSAGE_LIMIT = 500;
/** Characters of a text that are looked at: some patterns take the square of the length, and the agent chooses the text. */
const LOOKED_AT = 4_000;
/** The same where the text may be JSON, which says something only as a whole. */
const PARSED = 1_000_000;

type Kind = readonly [kind: FailureClass, remedy?: string];

/** codex's own words for what went wrong, `codexErrorInfo` (0.171.0). */
const BY_INFO: Readonly<Record<string, Kind>> = {
  unauthorized: ['auth', LOG_IN],
  rateLimitExceeded: ['rate', LATER],
  usageLimitExceeded: ['rate', 'wait until the limit of the plan is reset, or use another model'],
  serverOverloaded: ['rate', LATER],
  flexUnavailable: ['rate', LATER],
  internalServerError: ['agent', 'try again later, or use another model'],
  modelNotFound: ['model', LIST],
  badRequest: ['model', 'check the model and its options'],
  contextWindowExceeded: ['limit', 'start a new session, or use a model with a larger context window'],
  sessionBudgetExceeded: ['limit', "raise codex's own budget, or start a new session"],
};

const RULES: readonly (readonly [pattern: RegExp, ...kind: Kind])[] = [
  [/no rollout found|thread not found|no thread with id|invalid (thread|session) id/i, 'session-unknown', SESSIONS],
  [
    /\b40[13]\b|unauthori[sz]ed|incorrect api key|not logged in|missing environment variable|codex login/i,
    'auth',
    LOG_IN,
  ],
  [/\b(429|503|529)\b|rate.?limit|usage limit|quota|overloaded|too many requests/i, 'rate', LATER],
  [/input exceeds the maximum length/i, 'limit', 'put the bulk of the prompt into a file and name its path'],
  [/max_output_tokens/, 'limit', 'ask for less at once, or use a model with a larger output limit'],
  [/context window|context.?length/i, 'limit', 'start a new session, or use a model with a larger context window'],
  [/\b404\b|\bmodel\b.*(not (found|exist|supported)|unknown)|no model\b|(unknown|no such) model/i, 'model', LIST],
  [/\b4\d\d\b|invalid_request_error/, 'model', 'check the model and its options'],
  [/config\.toml|error loading config/i, 'agent', 'correct the configuration of your codex: run "codex" in a terminal'],
  [
    /error sending request|connection|timed? ?out|stream disconnected|dns|network/i,
    'agent',
    'check the network and the base URL of the model',
  ],
];

/** Lines of stderr that give no reason. codex logs on stderr, each tool that failed too. */
const NOISE: readonly RegExp[] = [
  /^WARNING\b/i,
  /^\S+\s+(TRACE|DEBUG|INFO|WARN|ERROR)\s/,
  /^Reading (prompt|additional input)/,
  /^\s*at /,
];

/** The prompt's end was lost. */
export const LOST_END: Failure = {
  class: 'protocol',
  message: 'the frame that ended the prompt was too long to be read, so nothing says whether it succeeded',
  remedy: 'continue the session and ask for the answer in a file',
};

export function tooLong(what: string): Failure {
  return { class: 'protocol', message: `${what} of codex was too long to be read` };
}

/** Makes a failure of a turn's `error` (app-server) or of a `turn.failed` (exec). */
export function turnFailure(error: unknown): Failure {
  const words = asWord(fieldOf(error, 'message')) ?? 'codex reported an error and gave no reason';
  const details = asWord(fieldOf(error, 'additionalDetails'));
  const info = fieldOf(error, 'codexErrorInfo');
  const status = statusOf(info);
  const known = asWord(info);
  const kind = (known !== undefined && Object.hasOwn(BY_INFO, known) ? BY_INFO[known] : undefined) ?? byStatus(status);
  return kind === undefined
    ? classify(words)
    : named(kind, [words, ...(details === undefined ? [] : [details])].join(': '));
}

/** Some kinds of `codexErrorInfo` are an object that holds the status of an HTTP response. */
function statusOf(info: unknown): number | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  return asCount(fieldOf(Object.values(info)[0], 'httpStatusCode'));
}

function byStatus(status: number | undefined): Kind | undefined {
  return status === undefined ? undefined : kindOf(`status ${status}`);
}

/** Makes a failure of an error of JSON-RPC. `doing`: what codex could not do. */
export function requestFailure(error: unknown, doing: string): Failure {
  const words = asWord(fieldOf(error, 'message')) ?? 'no reason given';
  return named(kindOf(words) ?? ['agent'], `codex could not ${doing}: ${sentence(words)}`);
}

/** Makes a failure of a sentence of codex's. */
export function classify(words: string): Failure {
  return named(kindOf(words) ?? ['agent'], words);
}

/**
 * Makes a failure of an exit that nothing ended the prompt before. codex 0.171.0 says why on stderr, `Error: …`, and for a thread
 * that it does not know says nothing else.
 */
export function exitFailure(exit: Exit): Failure {
  const how = exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`;
  const reason = reasonLine(exit.stderr);
  const ended = `codex ended with ${how} before the prompt was over`;
  if (reason === undefined) return { class: 'agent', message: ended };
  const failure = classify(reason);
  return failure.class === 'session-unknown' ? failure : { ...failure, message: `${ended}: ${failure.message}` };
}

function reasonLine(stderr: string): string | undefined {
  const lines = stderr
    .split(/\r?\n/)
    // Log lines may have colours.
    .map((line) =>
      line
        .slice(0, LOOKED_AT)
        .replace(/\p{Cc}\[[\d;]*m/gu, '')
        .trim(),
    )
    .filter((line) => line !== '' && !NOISE.some((pattern) => pattern.test(line)));
  return (lines.find((line) => /^error\b/i.test(line)) ?? lines[0])?.replace(/^error:\s*/i, '');
}

function kindOf(words: string): Kind | undefined {
  const looked = words.slice(0, LOOKED_AT);
  const rule = RULES.find(([pattern]) => pattern.test(looked));
  return rule === undefined ? undefined : ([rule[1], rule[2]].filter((part) => part !== undefined) as unknown as Kind);
}

function named([kind, remedy]: Kind, words: string): Failure {
  return { class: kind, message: sentence(words), ...(remedy === undefined ? {} : { remedy }) };
}

/** One line, bounded, without a final full stop, keys, and the tail of ids that codex adds. */
export function sentence(words: string): string {
  const plain = (providerMessage(words) ?? words)
    .slice(0, LOOKED_AT)
    .replace(/, (url|request id|cf-ray): [^\s,]+/g, '')
    .replace(/\b(sk|key|token|pk)[-_][\w*.-]{3,}/gi, '[key]')
    .replace(/\bBearer \S+/gi, 'Bearer [key]')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .replace(/[.\s]+$/, '');
  if (plain === '') return 'no reason given';
  return plain.length > MESSAGE_LIMIT ? `${plain.slice(0, MESSAGE_LIMIT)}…` : plain;
}

/** A provider's refusal reaches us as its JSON. */
function providerMessage(words: string): string | undefined {
  if (!words.startsWith('{')) return undefined;
  const body = parseFields(words.slice(0, PARSED));
  return asWord(fieldOf(fieldOf(body, 'error'), 'message')) ?? asWord(fieldOf(body, 'message'));
}

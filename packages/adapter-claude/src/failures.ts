import type { Exit, Failure, FailureClass } from '@agentmount/core';

const LOG_IN =
  'run "claude" in a terminal and log in with /login, or set ANTHROPIC_API_KEY, or what your provider needs, in the environment';
const MESSAGE_LIMIT = 500;
/** Characters of a text that are looked at: the agent chooses the text, and patterns take time. */
const LOOKED_AT = 4_000;

/** Lines of stderr that say nothing about why a run failed. */
const NOISE: readonly RegExp[] = [
  /^(\(node:\d+\) )?\[?\w*Warning\b/i,
  /^\(Use `node --trace/,
  /^(warn(ing)?|note|debug|info)\b/i,
  /^⚠/,
  /^no stdin data received/i,
  /^\s*at /,
  /^[{[].*[}\]]$/,
];

const RULES: readonly (readonly [pattern: RegExp, kind: FailureClass, remedy?: string])[] = [
  [/no conversation found/i, 'session-unknown'],
  [
    /root\/sudo privileges/i,
    'agent',
    'run the server as an ordinary user, or set IS_SANDBOX=1 in its environment if the machine is a sandbox that may be lost, or pass another approval_mode than yolo',
  ],
  [
    /bypass ?permissions.*(disabled|not available|not allowed)|disableBypassPermissionsMode/i,
    'agent',
    "pass another approval_mode than yolo: this machine's settings forbid it",
  ],
  [
    /session id .*already in use/i,
    'agent',
    'continue that session by its id, or wait until the claude that has it open has ended',
  ],
  [/inside another claude code session/i, 'agent', 'unset CLAUDECODE where the server is started'],
  [
    /native binary not installed|postinstall did not run/i,
    'spawn',
    'install it again with its install scripts allowed: npm i -g @anthropic-ai/claude-code',
  ],
  [
    /unknown option|error: option .* (argument|is invalid)/i,
    'agent',
    'install a version of claude that the adapter was tested with: npm i -g @anthropic-ai/claude-code',
  ],
  [
    /usage limit|(session|weekly|hour|rate)[ -]limit|hit your .*limit/i,
    'rate',
    'wait until the limit resets, or name another model',
  ],
  [/credit balance is too low|billing/i, 'rate', 'add credit to the account, or log in with another one'],
  [
    /not logged in|run \/login|invalid api key|fail(ed|ure) to authenticate|authentication|oauth token|unauthori[sz]ed|api error: 40[13]\b/i,
    'auth',
    LOG_IN,
  ],
  [/api error: (429|503|529)\b|overloaded|too many requests/i, 'rate', 'try again later'],
  [/prompt is too long|context (window|length)/i, 'model', 'begin a new session, or give a shorter prompt'],
  [
    /selected model|model.*(not found|not exist|may not have access)|api error: 404\b/i,
    'model',
    'name a model from the list of models',
  ],
  [/api error: 4\d\d\b/i, 'model'],
  [
    /connection error|unable to connect|fetch failed|econn|enotfound|etimedout|timed out/i,
    'agent',
    'check the network, and ANTHROPIC_BASE_URL where it is set',
  ],
];

/** Classes by the status that the model's API answered with, which is surer than words. */
const STATUS: Readonly<Record<number, readonly [kind: FailureClass, remedy?: string]>> = {
  401: ['auth', LOG_IN],
  403: ['auth', LOG_IN],
  404: ['model', 'name a model from the list of models'],
  429: ['rate', 'wait until the limit resets, or name another model'],
  503: ['rate', 'try again later'],
  529: ['rate', 'try again later'],
};

/** The prompt's end was lost, and what is left of it does not say that it was a good one. */
export const LOST_RESULT: Failure = {
  class: 'protocol',
  message:
    'a frame that may have ended the prompt was too long to be read, and its beginning does not say that it succeeded',
};

/** The frame that says what claude may do was lost, and with it the proof that it keeps to what was allowed. */
export const LOST_INIT: Failure = {
  class: 'protocol',
  message:
    'the frame that lists the tools was too long to be read, so that nothing shows that allowed_tools limits them',
};

/** claude has tools that the flags for `allowed_tools` do not hold back: the prompt is not left to run. */
export function limitFailure(tools: readonly string[]): Failure {
  return {
    class: 'protocol',
    message: `this claude has tools that allowed_tools cannot keep from running: ${tools.join(', ')}`,
    remedy: 'leave out allowed_tools, or use a version of claude that the adapter was tested with',
  };
}

/** claude may do more unasked than it was allowed to: the prompt is not left to run. */
export function modeFailure(asked: string, runs: string): Failure {
  return {
    class: 'protocol',
    message: `claude runs in permission mode "${runs.slice(0, 60)}", which allows more than approval_mode "${asked}" does`,
    remedy: 'pass the approval_mode that you mean, or use a version of claude that the adapter was tested with',
  };
}

/** Makes a failure of what claude wrote. `status`: what the model's API answered, where claude says it. */
export function classify(words: string, status?: number): Failure {
  const message = words.slice(0, LOOKED_AT);
  const rule = RULES.find(([pattern]) => pattern.test(message));
  const byStatus = status !== undefined && Object.hasOwn(STATUS, status) ? STATUS[status] : undefined;
  const kind = byStatus?.[0] ?? rule?.[1] ?? 'agent';
  // The words may know better what helps, where they mean the same.
  const remedy = rule?.[1] === kind ? rule[2] : byStatus?.[1];
  return { class: kind, message: sentence(message), ...(remedy === undefined ? {} : { remedy }) };
}

/** Makes a failure of an exit that no result came before: claude 2.1.332 then gives its reason on stderr alone. */
export function classifyExit(exit: Exit): Failure {
  const how = exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`;
  if (exit.code === 143)
    return { class: 'agent', message: 'claude was stopped by a signal from outside (exit code 143)' };
  const lines = exit.stderr.split(/\r?\n/).map((line) => line.slice(0, LOOKED_AT).trim());
  const open = lines.filter((line) => line !== '' && !NOISE.some((pattern) => pattern.test(line)));
  const reason = open.find((line) => RULES.some(([pattern]) => pattern.test(line))) ?? open[0];
  if (reason === undefined) return { class: 'agent', message: `claude ended with ${how} and gave no result` };
  const failure = classify(reason);
  if (failure.class === 'session-unknown') return failure;
  return { ...failure, message: `claude ended with ${how} and gave no result: ${failure.message}` };
}

/** One line, without a final full stop and without keys. */
function sentence(words: string): string {
  const line = words.split(/\r?\n/).find((part) => part.trim() !== '') ?? 'no reason given';
  const plain = line
    .replace(/\bsk-[\w-]{6,}/gi, '[key]')
    .replace(/\b(key|token)[-_=][\w*.-]{6,}/gi, '[key]')
    .replace(/\bBearer \S+/gi, 'Bearer [key]')
    .trim()
    .replace(/[.\s]+$/, '');
  if (plain === '') return 'no reason given';
  return plain.length > MESSAGE_LIMIT ? `${plain.slice(0, MESSAGE_LIMIT)}…` : plain;
}

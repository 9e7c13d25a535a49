import type { Exit, Failure, FailureClass } from '@agentmount/core';

/** What qwen says, as the only mark of it, when a prompt was cancelled (qwen 0.24.4: `error.message` of the result, stderr of exit 130). */
export const CANCELLED = 'Operation cancelled.';

const LOG_IN = 'run "qwen" in a terminal and log in with /auth, or set the key of its provider in the environment';
const MESSAGE_LIMIT = 500;
/** Characters of a text that are looked at: some patterns take the square of the length, and the agent chooses the text. */
const LOOKED_AT = 4_000;

/** Lines of stderr that are the reason whatever stands around them (qwen 0.24.4). */
const REASONS = /^(No saved session found|No auth type is selected|Run aborted:|Reached max session turns)/;

/** Lines of stderr that say nothing about why a run failed. */
const NOISE: readonly RegExp[] = [
  /^Ripgrep not available/,
  /^(\(node:\d+\) )?\[?\w*Warning\b/i,
  /^\(Use `node --trace/,
  /^Warning\b/i,
  /^⚠/,
  /^Retrying /,
  /^An unexpected critical error occurred:?$/,
  /^\s*at /,
  /^[{[].*[}\]]$/,
];

const RULES: readonly (readonly [pattern: RegExp, kind: FailureClass, remedy?: string])[] = [
  [/no saved session found/i, 'session-unknown'],
  [/no auth type is selected|missing api key|invalid auth|not authenticated|log ?in/i, 'auth', LOG_IN],
  [/api error: 40[13]\b|invalid_api_key|incorrect api key|unauthori[sz]ed/i, 'auth', LOG_IN],
  [/api error: (429|503|529)\b|rate.?limit|quota|overloaded|too many requests/i, 'rate', 'try again later'],
  [/api error: 4\d\d\b|model.*(not found|not exist|unknown)|(unknown|no such) model/i, 'model'],
  [/max session turns|budget of .* exceeded|^run aborted/i, 'limit', "raise qwen's own budget in its settings"],
  [
    /connection error|fetch failed|econn|enotfound|etimedout/i,
    'agent',
    'check the network and the base URL of the model',
  ],
];

/** The prompt's end was lost, and what is left of it does not say that it was a good one. */
export const LOST_RESULT: Failure = {
  class: 'protocol',
  message: 'the frame that ended the prompt was too long to be read, and its beginning does not say that it succeeded',
};

/** The list of tools was lost, and with it the proof that they are limited. */
export const LOST_INIT: Failure = {
  class: 'protocol',
  message:
    'the frame that lists the tools was too long to be read, so that nothing shows that allowed_tools limits them',
};

/** qwen has tools that the flags for `allowed_tools` do not hold back: the prompt is not left to run. */
export function limitFailure(tools: readonly string[]): Failure {
  return {
    class: 'protocol',
    message: `this qwen has tools that allowed_tools cannot keep from running: ${tools.join(', ')}`,
    remedy:
      'leave out allowed_tools, or use a version of qwen that the adapter was tested with and no safe or bare mode',
  };
}

/** Makes a failure of a sentence that qwen wrote: `error.message` of a result, or a line of stderr. */
export function classify(words: string): Failure {
  const message = words.slice(0, LOOKED_AT);
  const rule = RULES.find(([pattern]) => pattern.test(message));
  const remedy = rule?.[2];
  return { class: rule?.[1] ?? 'agent', message: sentence(message), ...(remedy === undefined ? {} : { remedy }) };
}

/**
 * Makes a failure of an exit that no result came before. qwen 0.24.4 says why in the first line of stderr that is not noise;
 * a usage text of 11 KB may follow it. Exit 53: too many turns. 55: another budget. 130: a signal.
 */
export function classifyExit(exit: Exit): Failure {
  const reason = reasonLine(exit.stderr);
  const how = exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`;
  if (exit.code === 53 || exit.code === 55) {
    const said = reason ?? 'a budget of qwen was used up';
    return { ...classify(said), class: 'limit', message: `qwen ended the run (exit ${how}): ${sentence(said)}` };
  }
  if (exit.code === 130)
    return { class: 'agent', message: 'qwen was stopped by a signal from outside (exit code 130)' };
  if (reason === undefined) return { class: 'agent', message: `qwen ended with ${how} and gave no result` };
  const failure = classify(reason);
  return failure.class === 'session-unknown'
    ? failure
    : { ...failure, message: `qwen ended with ${how} and gave no result: ${failure.message}` };
}

/** The line that gives the reason: one that is known to, wherever it stands, else the first that is not noise. */
function reasonLine(stderr: string): string | undefined {
  const lines = stderr.split(/\r?\n/).map((line) => line.slice(0, LOOKED_AT).trim());
  return (
    lines.find((line) => REASONS.test(line)) ??
    lines.find((line) => line !== '' && !NOISE.some((pattern) => pattern.test(line)))
  );
}

/** One line, without a final full stop, keys or qwen's own brackets. */
function sentence(words: string): string {
  const line = words.split(/\r?\n/).find((part) => part.trim() !== '') ?? 'no reason given';
  const api = /^\[API Error: (.*)\]$/.exec(line.trim());
  const plain = (api?.[1] === undefined ? line : `the model's API answered: ${api[1]}`)
    .replace(/\b(sk|key|token)[-_][\w*.-]{6,}/gi, '[key]')
    .replace(/\bBearer \S+/gi, 'Bearer [key]')
    .trim()
    .replace(/[.\s]+$/, '');
  if (plain === '') return 'no reason given';
  return plain.length > MESSAGE_LIMIT ? `${plain.slice(0, MESSAGE_LIMIT)}…` : plain;
}

import type { Exit, Failure, FailureClass } from '@agentmount/core';
import { asCount, asText, asWord, fieldOf } from '@agentmount/core';
import type { AcpProfile, FailureRule } from './profile.js';
import { errorField } from './wire.js';

/** What was asked when an error came. */
export type Occasion = 'handshake' | 'open' | 'continue' | 'set' | 'prompt';

/** What the engine needs of a profile to name failures. */
export type FailureProfile = Pick<AcpProfile, 'agent' | 'failures' | 'noise' | 'remedies' | 'unknownSession'>;

/** An error of JSON-RPC, read. */
export interface RpcProblem {
  readonly code: number | undefined;
  /** What says most: the details that agents put beside "Internal error". */
  readonly text: string;
}

/** The protocol's code for an agent that nobody is logged in to. */
const AUTHENTICATION_REQUIRED = -32000;
/** The protocol's code for a session that is not there. */
const RESOURCE_NOT_FOUND = -32002;
const MESSAGE_LIMIT = 500;
/** Characters of a text that are looked at: some patterns take the square of the length, and the agent chooses the text. */
const LOOKED_AT = 4_000;

/** An HTTP status at the beginning of an error text or after a word that announces it. */
const http = (status: string): RegExp => new RegExp(`(?:^|error:? |status:? |code:? |http |\\()${status}\\b`, 'i');

/** What holds for every agent: they hand on what the model's provider has answered. */
const RULES: readonly FailureRule[] = [
  [http('40[13]'), 'auth'],
  [
    /unauthori[sz]ed|invalid.?api.?key|incorrect api key|missing api key|not logged in|authentication (required|failed)/i,
    'auth',
  ],
  [http('(?:429|503|529)'), 'rate'],
  [/rate.?limit|quota|overloaded|too many requests/i, 'rate'],
  [http('4\\d\\d'), 'model'],
  [/model\b.*\bnot (found|exist|supported)|(unknown|no such) model/i, 'model'],
];

/** Lines of stderr that no agent means as the reason of its end. */
const NOISE: readonly RegExp[] = [
  /^\(node:\d+\)/,
  /^\(Use `node --trace/,
  /^\[?\w*warn(ing)?\b/i,
  /^⚠/,
  /^\s/,
  /^[{[}\]]/,
];

export function readProblem(error: unknown): RpcProblem {
  const code = errorField(error, 'code');
  const data = errorField(error, 'data');
  const detail = asWord(fieldOf(data, 'details')) ?? asWord(fieldOf(data, 'message')) ?? asWord(data);
  const message = asText(errorField(error, 'message')) ?? '';
  const plain = quoted(message) ?? message.replace(/^(Internal error|Invalid params|Invalid request):\s*/i, '');
  return {
    code: typeof code === 'number' ? code : undefined,
    text: (detail ?? (plain === '' ? 'no reason given' : plain)).slice(0, LOOKED_AT),
  };
}

/** gemini 0.61.0 hands on the provider's answer as it came, JSON in a text. */
function quoted(message: string): string | undefined {
  if (!message.startsWith('{')) return undefined;
  try {
    return asWord(fieldOf(fieldOf(JSON.parse(message), 'error'), 'message'));
  } catch {
    return undefined;
  }
}

/** Makes a failure of an error that the agent answered with. */
export function failureOf(profile: FailureProfile, error: unknown, occasion: Occasion): Failure {
  const { code, text } = readProblem(error);
  const unknown = profile.unknownSession ?? RESOURCE_NOT_FOUND;
  if (occasion === 'continue' && (typeof unknown === 'number' ? unknown === code : unknown.test(text))) {
    return named(
      profile,
      'session-unknown',
      `${profile.agent} knows no such session in this directory: ${sentence(text)}`,
    );
  }
  const kind = code === AUTHENTICATION_REQUIRED ? 'auth' : classOf(profile, statusOf(code) ?? text);
  return named(profile, kind, `${BEGINNINGS[occasion](profile.agent)}${sentence(text)}`);
}

const BEGINNINGS: Readonly<Record<Occasion, (agent: string) => string>> = {
  handshake: (agent) => `${agent} refused the handshake: `,
  open: (agent) => `${agent} could not open a session: `,
  continue: (agent) => `${agent} could not continue the session: `,
  set: (agent) => `${agent} refused what was set for the session: `,
  prompt: (agent) => `${agent} could not work on the prompt: `,
};

/** Makes a failure of an exit that nobody asked for. */
export function exitFailure(profile: FailureProfile, exit: Exit): Failure {
  const how = exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`;
  const noise = [...NOISE, ...(profile.noise ?? [])];
  const reason = exit.stderr
    .split(/\r?\n/)
    .map((line) => line.slice(0, LOOKED_AT))
    .find((line) => line.trim() !== '' && !noise.some((pattern) => pattern.test(line)));
  const ended = `${profile.agent} ended with ${how} before it had answered`;
  if (reason === undefined) return { class: 'agent', message: ended };
  return named(profile, classOf(profile, reason.trim()), `${ended}: ${sentence(reason)}`);
}

/** A failure of this class with what a person can do about it. */
export function named(profile: FailureProfile, kind: FailureClass, message: string): Failure {
  const remedy = profile.remedies?.[kind] ?? REMEDIES[kind];
  return { class: kind, message: message.replace(/\.$/, ''), ...(remedy === undefined ? {} : { remedy }) };
}

const REMEDIES: Readonly<Partial<Record<FailureClass, string>>> = { rate: 'try again later' };

/** One line without a final full stop and without keys. */
export function sentence(words: string): string {
  const line =
    words
      .slice(0, LOOKED_AT)
      .split(/\r?\n/)
      .find((part) => part.trim() !== '') ?? 'no reason given';
  const plain = line
    .replace(/\b(sk|key|token)[-_][\w*.-]{6,}/gi, '[key]')
    .replace(/\bBearer \S+/gi, 'Bearer [key]')
    .trim()
    .replace(/\.$/, '');
  return plain.length > MESSAGE_LIMIT ? `${plain.slice(0, MESSAGE_LIMIT)}…` : plain;
}

/** gemini 0.61.0 puts the status of an HTTP response where JSON-RPC has its code. */
function statusOf(code: number | undefined): string | undefined {
  const status = asCount(code);
  return status !== undefined && status >= 400 && status < 600 ? String(status) : undefined;
}

function classOf(profile: FailureProfile, text: string): FailureClass {
  return [...(profile.failures ?? []), ...RULES].find(([pattern]) => pattern.test(text))?.[1] ?? 'agent';
}

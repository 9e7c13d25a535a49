import { type AgentAdapter, splitWords } from '@agentmount/core';
import {
  absolutePath,
  argument,
  type Form,
  flag,
  LONGEST_TIMER_MS,
  milliseconds,
  oneOf,
  program,
  variableNames,
  wholeNumber,
} from './form.js';
import { variable } from './variable.js';

/** The part that all variables of one adapter begin with: `QWEN_MCP_` for qwen. */
export function variablePrefix(adapter: Pick<AgentAdapter, 'name'>): string {
  return `${adapter.name.toUpperCase()}_MCP_`;
}

/**
 * Every variable that one adapter's server reads, apart from the adapter's own options. The documentation is made from this.
 * @param home the person's home directory, absolute
 */
export function settingsVariables(adapter: AgentAdapter, home: string) {
  const { name, defaults = {} } = adapter;
  const transports = adapter.transports.map((transport) => transport.name);
  const timeoutMs = defaults.timeoutMs ?? 0;
  const maxSessions = defaults.maxSessions ?? 200;
  const bytes = (least: number) => wholeNumber('bytes', least);
  return {
    bin: variable<string | undefined>({
      name: 'BIN',
      form: program(home),
      unset: undefined,
      default: adapter.executable.command,
      meaning: 'Path or name of the program.',
    }),
    model: variable<string | undefined>({
      name: 'MODEL',
      form: argument('a model id'),
      unset: undefined,
      default: `what ${name} uses`,
      meaning: 'Model of a call that names none.',
    }),
    transport: variable<string | undefined>({
      name: 'TRANSPORT',
      form: oneOf(transports),
      unset: undefined,
      default: transports[0] ?? '',
      meaning: `Transport of a call that names none: ${transports.join(' or ')}.`,
    }),
    timeoutMs: variable<number>({
      name: 'TIMEOUT_MS',
      form: milliseconds(0),
      unset: timeoutMs,
      default: timeoutMs === 0 ? 'none' : String(timeoutMs),
      meaning: 'Deadline of a turn that asks for none; 0 is no deadline.',
    }),
    maxTimeoutMs: variable<number>({
      name: 'MAX_TIMEOUT_MS',
      form: milliseconds(0),
      unset: 86_400_000,
      default: '86400000',
      meaning: 'The largest timeout_ms that a call may ask for; 0 is as long as a timer can wait.',
    }),
    maxConcurrent: variable<number>({
      name: 'MAX_CONCURRENT',
      form: wholeNumber('turns', 1, 10_000),
      unset: 4,
      default: '4',
      meaning: 'Turns at once, counted over all servers of one user that share the state folder; more are queued.',
    }),
    maxOutput: variable<number | undefined>({
      name: 'MAX_OUTPUT',
      form: wholeNumber('characters', 1),
      unset: undefined,
      default: 'unset',
      meaning: 'Longest answer in a report, in characters; unset, answers are not cut.',
    }),
    stderrLimit: variable<number>({
      name: 'STDERR_LIMIT',
      form: wholeNumber('characters', 0, 1_000_000),
      unset: 1500,
      default: '1500',
      meaning: 'How many characters of stderr a failure report shows.',
    }),
    stderrKeepEvents: variable<boolean>({
      name: 'STDERR_KEEP_EVENTS',
      form: flag(),
      unset: false,
      default: 'unset',
      meaning: '1 shows protocol lines on stderr as they are instead of counting them.',
    }),
    maxCapture: variable<number>({
      name: 'MAX_CAPTURE',
      form: bytes(4096),
      unset: 16_000_000,
      default: '16000000',
      meaning: 'Unread bytes at which reading from the agent pauses until they are handled.',
    }),
    maxLine: variable<number>({
      name: 'MAX_LINE',
      form: bytes(1024),
      unset: 8_000_000,
      default: '8000000',
      meaning: 'Longest message from the agent, in bytes; a longer one is dropped, and the report says so.',
    }),
    maxFrame: variable<number>({
      name: 'MAX_FRAME',
      form: bytes(1024),
      unset: 8_000_000,
      default: '8000000',
      meaning: 'Longest message from the host, in bytes; a longer one is answered with an error.',
    }),
    maxSessions: variable<number>({
      name: 'MAX_SESSIONS',
      form: wholeNumber('sessions', 1, 1_000_000),
      unset: maxSessions,
      default: String(maxSessions),
      meaning: 'Sessions remembered; a forgotten one can still be continued when its cwd is given.',
    }),
    killGraceMs: variable<number>({
      name: 'KILL_GRACE_MS',
      form: milliseconds(0),
      unset: 5000,
      default: '5000',
      meaning: 'Time from SIGTERM to SIGKILL.',
    }),
    stopGraceMs: variable<number>({
      name: `${defaults.stopWord ?? 'INTERRUPT'}_GRACE_MS`,
      form: milliseconds(0),
      unset: 5000,
      default: '5000',
      meaning: "Time that the agent's own stop gets before signals.",
    }),
    initTimeoutMs: variable<number>({
      name: 'INIT_TIMEOUT_MS',
      form: milliseconds(1),
      unset: 15_000,
      default: '15000',
      meaning:
        'Longest time from the start of the process to its being ready. On Linux, time in which the machine has no processor for it does not count.',
    }),
    modelsTimeoutMs: variable<number>({
      name: 'MODELS_TIMEOUT_MS',
      form: milliseconds(1),
      unset: 60_000,
      default: '60000',
      meaning: `Longest time that ${name}_models may take.`,
    }),
    statePath: variable<string>({
      name: 'STATE',
      form: absolutePath(home),
      unset: `${home}/.local/state/${name}-mcp/sessions.json`,
      default: `~/.local/state/${name}-mcp/sessions.json`,
      meaning: 'File that remembers which session belongs to which directory; locks and long answers lie beside it.',
    }),
    wrap: variable<readonly string[]>({
      name: 'WRAP',
      form: commandWords(),
      unset: [],
      // Without its wrapper the agent would run outside the sandbox that someone wanted it in.
      fatal: true,
      default: 'unset',
      meaning:
        'Words put before the command line, for example a sandbox; split as a shell splits them, no shell is run. {cwd} stands for the directory of the turn.',
    }),
    wrapKind: variable<'local' | 'remote'>({
      name: 'WRAP_KIND',
      form: oneOf(['local', 'remote']),
      unset: 'local',
      default: 'local',
      meaning:
        'remote when the wrapper runs the agent on another machine or in a container: ssh HOST, or words that end in sh -c.',
    }),
    waitMs: variable<number | undefined>({
      name: 'WAIT_MS',
      form: milliseconds(0),
      unset: undefined,
      default: 'by host',
      meaning: 'How long a call waits for its turn before it returns a note that the turn is still running.',
    }),
    approvalTimeoutMs: variable<number>({
      name: 'APPROVAL_TIMEOUT_MS',
      form: milliseconds(0, 600_000),
      unset: 300_000,
      default: '300000',
      meaning: 'How long an approval waits for an answer before it is denied; 0 denies at once.',
    }),
    approvals: variable<'caller' | 'person'>({
      name: 'APPROVALS',
      form: oneOf(['caller', 'person']),
      unset: 'caller',
      invalid: 'person',
      default: 'caller',
      meaning: "person: only a person's yes counts for an approval, not the calling model's.",
    }),
    environmentAllow: variable<readonly string[] | undefined>({
      name: 'ENV_ALLOW',
      form: variableNames(),
      unset: undefined,
      // A list that cannot be read must not let the whole environment through.
      invalid: [],
      default: 'unset',
      meaning: 'Names of the environment variables that the agent gets, separated by commas, * allowed; unset, all.',
    }),
    spares: variable<number>({
      name: 'SPARES',
      form: wholeNumber('processes', 0, 100),
      unset: 1,
      default: '1',
      meaning: 'Processes that may wait, started but without a task, for the next call; none outlives the server.',
    }),
    keepMs: variable<number>({
      name: 'KEEP_MS',
      form: milliseconds(0),
      unset: 0,
      default: '0',
      meaning:
        'How long the process of a turn that ended well stays for the next turn of its own session; 0, not at all.',
    }),
    maxDepth: variable<number>({
      name: 'MAX_DEPTH',
      form: wholeNumber('delegations', 0, 100),
      unset: 2,
      default: '2',
      meaning: 'Delegations inside delegations that are allowed.',
    }),
  };
}

/** What a caller may ask for when `MAX_TIMEOUT_MS` is 0. */
export const NO_CEILING_MS = LONGEST_TIMER_MS;

function commandWords(): Form<readonly string[]> {
  return {
    allowed: 'words as a shell splits them',
    parse(text) {
      const words = splitWords(text);
      return words.length > 0 ? words : undefined;
    },
  };
}

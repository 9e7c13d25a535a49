import type { RefusalCode } from './refusal.js';

/** What a stable word for an error means, for people: two sentences. */
export interface Meaning {
  /** What has happened. */
  readonly meaning: string;
  /** What whoever meets it can do. */
  readonly next: string;
}

/** Every {@link RefusalCode}. A refusal's own message is more exact: it names the argument, the session or the program. */
export const refusalMeanings: Readonly<Record<RefusalCode, Meaning>> = {
  argument: {
    meaning: 'An argument is missing, unknown, or has a value that is not allowed.',
    next: 'Call again with the argument that the message names put right.',
  },
  transport: {
    meaning: 'The chosen transport cannot do what was asked.',
    next: 'Use the transport that the message names, or leave the argument out.',
  },
  session: {
    meaning: 'The session, or the directory it belongs to, is not known here, or its file cannot be read.',
    next: 'Take an id from X_sessions, or give the cwd of the session together with its id.',
  },
  turn: {
    meaning: 'There is no such turn here, it has ended or is ending, or no approval waits in it.',
    next: 'Get its report with X_wait, or continue its session with X_reply.',
  },
  busy: {
    meaning: 'Another server, or the agent that one left behind, holds the session.',
    next: 'Call again when that turn has ended, or end the process that the message names.',
  },
  depth: {
    meaning: 'This server runs inside a delegated agent, as deep as X_MCP_MAX_DEPTH allows.',
    next: 'Do the task without delegating it; raise the variable only if deeper nesting is really wanted.',
  },
  executable: {
    meaning: "The agent's program, or the program of the wrapper, cannot be found or run.",
    next: 'Install it with the command in the message, or set X_MCP_BIN to its absolute path.',
  },
  closed: {
    meaning: 'The server is ending and takes no more calls.',
    next: 'Have the host start the server again.',
  },
};

import type { AgentAdapter } from '../contract/adapter.js';
import type { Model } from '../contract/event.js';
import type { HistoryPage, HistoryRequest } from '../history/read-history.js';
import type { SessionEntry } from '../state/session-index.js';
import type { Turn, TurnView } from '../turn/turn.js';
import type { Settings } from './settings.js';

/** What a caller asks for. Everything is checked before anything starts. */
export interface TurnRequest {
  readonly prompt: string;
  /** The session to continue; absent: a new one. */
  readonly session?: string;
  /** Absolute. Absent: the runner's, or the session's own. */
  readonly cwd?: string;
  readonly model?: string;
  readonly transport?: string;
  /** Deadline, ms. */
  readonly timeoutMs?: number;
  readonly systemPromptAppend?: string;
  /** Absolute paths or data URIs. */
  readonly images?: readonly string[];
  /** The adapter's own options that were given, before its schema has seen them. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface SessionsPage {
  readonly sessions: readonly SessionEntry[];
  readonly total: number;
}

/** Runs one agent: owns its turns, processes, sessions and limits. */
export interface Runner {
  readonly adapter: AgentAdapter;
  readonly settings: Settings;
  /** Begins a turn; rejects with a {@link Refusal} for whatever can be known to be wrong before the agent starts. */
  start(request: TurnRequest): Promise<Turn>;
  /** A turn by its id, or a session's newest turn; ended ones are kept for an hour. */
  find(idOrSession: string): Turn | undefined;
  /** Turns queued or executing, oldest first. */
  running(): readonly TurnView[];
  /** Known sessions, newest first. */
  sessions(filter: { cwd?: string; offset?: number; limit?: number }): Promise<SessionsPage>;
  /** The models the agent can reach, asked of the agent itself; rejects with a {@link Refusal} or an `Error` whose message says why it could not tell. */
  models(signal?: AbortSignal): Promise<readonly Model[]>;
  /**
   * A page of a session's visible conversation, from the agent's own session file. Nothing is sent to the agent and no lock is taken. Rejects with a
   * {@link Refusal} for a session whose file cannot be found, a cursor that is none, or an adapter that cannot read its agent's files.
   */
  history(request: HistoryRequest): Promise<HistoryPage>;
  /** Ends every turn and resolves when nothing of them is left. */
  close(): Promise<void>;
}

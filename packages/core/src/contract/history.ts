import type { Machine } from './setup.js';

/** One thing that was said or done in a session, as its file tells it. */
export interface HistoryItem {
  readonly role: 'user' | 'assistant' | 'tool';
  /** What was said; for a tool call what it was called with, for its result what came back. Never a thought. */
  readonly text: string;
  /** The tool's name, for role `tool`. */
  readonly tool?: string;
  /** ms since the epoch. */
  readonly at?: number;
}

/** Where an agent keeps a session, for core to look. */
export interface SessionPlace {
  /** Absolute. */
  readonly folder: string;
  /** Whether a file of that folder, by its name, is the session's. */
  matches(name: string): boolean;
}

/** How an agent's own session files are read: where they are, and what one line of them says. Pure. */
export interface HistoryReader {
  /** The places where the session's file may be, the likeliest first; none where its place cannot be told. */
  places(machine: Machine, cwd: string, session: string): readonly SessionPlace[];
  /** What one line says, oldest first; nothing for a line that is not part of the visible conversation, or that is not understood. */
  read(line: string): readonly HistoryItem[];
}

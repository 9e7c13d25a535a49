import type { SessionEntry } from '@agentmount/core';

/** One page of sessions, and where it stands in the whole list. */
export interface SessionsTextOptions {
  readonly agent: string;
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** The directory that was asked for. */
  readonly cwd?: string;
}

/** Known sessions, newest first: id, last status, when it was used, where it works. */
export function sessionsText(sessions: readonly SessionEntry[], options: SessionsTextOptions): string {
  const { agent, total, page, pageSize, cwd } = options;
  const where = cwd === undefined ? '' : ` in ${cwd}`;
  if (total === 0) return `No ${agent} session is known${where}.`;
  const pages = Math.ceil(total / pageSize);
  if (sessions.length === 0) return `There is no page ${page}: ${total} sessions${where} fill ${pages}.`;
  const more = page < pages ? `, page ${page} of ${pages}` : '';
  return [`${total} known${where}, newest first${more}:`, ...sessions.map(sessionText)].join('\n');
}

function sessionText(session: SessionEntry): string {
  const parts = [session.id, session.status ?? 'status unknown', minute(session.lastUsedAt), session.cwd];
  return [...parts, ...(session.model === undefined ? [] : [session.model])].join(' · ');
}

/** The time to the minute, with its zone, because caller and server may stand in different ones. */
function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}

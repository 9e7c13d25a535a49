import type { HistoryPage } from '@agentmount/core';
import { callText } from './head-line.js';

export interface HistoryTextOptions {
  readonly agent: string;
  readonly session: string;
}

/** A page of a session: who said what, oldest first, and how to get what came before. */
export function historyText(page: HistoryPage, { agent, session }: HistoryTextOptions): string {
  const head = `[session: ${session}]`;
  if (page.items.length === 0)
    return `${head}\n\nNothing is said there${page.cursor === undefined ? '' : ' on this page'}.`;
  const items = page.items.map((item) => {
    const who = item.role === 'tool' ? `tool ${item.tool ?? ''}`.trim() : item.role;
    const when = item.at === undefined ? '' : ` ${new Date(item.at).toISOString().slice(0, 19)}Z`;
    const cut = item.cut === undefined ? '' : `\n[${item.cut} more characters: raise max_chars]`;
    return `${who === 'assistant' ? agent : who}${when}:\n${item.text}${cut}`;
  });
  const skipped = page.skipped === 0 ? [] : [`[${page.skipped} lines were too long to be read]`];
  const older =
    page.cursor === undefined ? [] : [`Older: ${callText(`${agent}_history`, { session, cursor: page.cursor })}`];
  return [head, ...items, ...skipped, ...older].join('\n\n');
}

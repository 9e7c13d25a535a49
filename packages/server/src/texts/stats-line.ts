import type { TurnStats } from '@agentmount/core';
import { dollars, plural, shortCount, shortDuration, withCounts } from './numbers.js';

/**
 * The figures of a turn on one line: `qwen: qwen3-coder-plus · 6 turns · 5 tool calls: read_file×2, edit · 18k in / 310 out · 41s`.
 * "Turns" are round trips to the model, as agents count them. What is unknown is left out.
 */
export function statsLine(agent: string, stats: TurnStats): string {
  const calls = stats.tools.reduce((sum, [, count]) => sum + count, 0);
  const parts = [
    stats.model,
    stats.rounds === undefined ? undefined : plural(stats.rounds, 'turn'),
    calls === 0 ? undefined : `${plural(calls, 'tool call')}: ${withCounts(stats.tools)}`,
    tokensText(stats),
    stats.cost === undefined ? undefined : dollars(stats.cost),
    shortDuration(stats.elapsedMs),
  ].filter((part) => part !== undefined);
  return `${agent}: ${parts.join(' · ')}`;
}

/** `18k in / 310 out`, or nothing where no tokens are known. */
export function tokensText({
  inputTokens,
  outputTokens,
}: Pick<TurnStats, 'inputTokens' | 'outputTokens'>): string | undefined {
  const parts = [
    inputTokens === undefined ? undefined : `${shortCount(inputTokens)} in`,
    outputTokens === undefined ? undefined : `${shortCount(outputTokens)} out`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' / ');
}

/** What the agent's own tool calls wrote, or nothing. */
export function filesLine(agent: string, files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined;
  const shown = files.slice(0, MOST_FILES).map(oneLine);
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : '';
  return `${agent} wrote: ${shown.join(', ')}${more}`;
}

const MOST_FILES = 60;

/** A file name may hold a line end, and a report's lines mean something. */
function oneLine(path: string): string {
  return /[\n\r]/.test(path) ? JSON.stringify(path) : path;
}

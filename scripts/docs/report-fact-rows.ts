import type { Report } from '../../packages/core/src/index.ts';
import { reportFacts } from '../../packages/server/src/texts/report-facts.ts';
import { code } from './markdown.ts';

/** A report that has everything a report can have. */
const full: Report = {
  turn: 't7k2',
  session: 's',
  cwd: '/project',
  transport: 'stream',
  status: 'completed',
  ending: 'closed',
  answer: { text: 'a', characters: 1, file: '/answers/t7k2.md' },
  cause: { class: 'agent', message: 'm' },
  stats: { model: 'm', rounds: 1, tools: [], inputTokens: 1, outputTokens: 1, cost: 1, elapsedMs: 1 },
  files: [],
  notices: [],
  resumable: true,
};

const meanings: Readonly<Record<string, string>> = {
  turn: "The turn's id, by which `X_wait` and `X_send` find it for an hour.",
  session: "The agent's own session id; absent when none came to be.",
  status: '`completed`, `failed` or `interrupted`.',
  ending: 'How far what was said can be relied on: see [errors](errors.md).',
  cause: 'Why there is no answer: `class`, `message`, and `remedy` where one is known. Absent when completed.',
  resumable: 'Whether a reply can continue the session.',
  cwd: 'Where the agent worked.',
  transport: 'The transport that was used.',
  model: 'The model, as the agent names it.',
  rounds: 'Round trips to the model; the text calls them turns, as agents do.',
  tools: "How often the agent called each of its own tools, by the tool's name.",
  usage: '`inputTokens` and `outputTokens` of this turn.',
  cost: 'US dollars, where the agent tells them.',
  elapsedMs: 'From the moment the agent could start, ms.',
  files: "What the agent's own tool calls wrote, relative to `cwd` where it lies inside.",
  notices: 'Sentences that the reader must know: what was denied, dropped, restarted or not delivered.',
  answerCharacters: 'Length of the whole answer.',
  answerFile: 'Where the whole answer is, when it was too long for the report.',
};

/** The facts of a report for programs, in their order, each with its meaning. Throws when one has none, or one is gone. */
export function reportFactRows(): string[][] {
  const names = Object.keys(reportFacts(full));
  const stray = [...names, ...Object.keys(meanings)].filter((name) => !names.includes(name) || !(name in meanings));
  if (stray.length > 0) throw new Error(`scripts/docs/report-fact-rows.ts and reportFacts differ: ${stray.join(', ')}`);
  return names.map((name) => [code(name), meanings[name] ?? '']);
}

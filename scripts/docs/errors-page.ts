import { causeMeanings, endingMeanings, refusalMeanings } from '../../packages/core/src/index.ts';
import { checkMessage } from '../../packages/server/src/stdio/check-message.ts';
import { code, page, table } from './markdown.ts';

/** Every kind of error, what it means and what to do next. */
export function errorsPage(): string {
  return page('Errors', [
    'An error is a sentence that names the cause and the next step, and a word that stays the same from version to version. Sentences that ' +
      'puzzled people are in [troubleshooting](../troubleshooting.md).',
    '## Refusals',
    'A call is refused before anything starts: nothing has run, and nothing is recorded. The result has `isError`, and `_meta` has ' +
      '`{ "status": "refused", "code": … }`.',
    meaningTable('code', refusalMeanings),
    '## Failed turns',
    'A turn that gave no answer comes back as a report with `isError`; `cause.class` in `_meta` says why, in one word.',
    meaningTable('class', causeMeanings),
    'How far what a failed turn said can be relied on is its `ending`:',
    table(
      ['ending', 'meaning'],
      Object.entries(endingMeanings).map(([ending, text]) => [code(ending), text]),
    ),
    '## Other failures of a call',
    'What goes wrong in the server itself comes back with `isError`, as `X failed: …`, with `{ "status": "failed" }`.',
    '## Errors of the protocol',
    'A line of the host that is no message is answered as JSON-RPC has it, and the server goes on:',
    table(['line', 'code', 'message'], protocolErrors()),
    'A line longer than `X_MCP_MAX_FRAME` gets `-32600`, with its id where that can be read. An unknown tool, and an answer to a question ' +
      'without its `requestState`, get `-32602`.',
  ]);
}

function meaningTable(head: string, meanings: Readonly<Record<string, { meaning: string; next: string }>>): string {
  const rows = Object.entries(meanings).map(([word, { meaning, next }]) => [code(word), meaning, next]);
  return table([head, 'meaning', 'what to do'], rows);
}

const broken = [
  '{"jsonrpc": "2.0", "id"',
  '[{"jsonrpc": "2.0"}]',
  '"hello"',
  '{"id": 1, "method": "tools/list"}',
  '{"jsonrpc": "2.0", "id": 1.5, "method": "tools/list"}',
  '{"jsonrpc": "2.0", "id": 1}',
  '{"jsonrpc": "2.0", "id": 1, "method": 5}',
  '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": []}',
];

function protocolErrors(): string[][] {
  return broken.map((line) => {
    const checked = checkMessage(line);
    if (!('error' in checked)) throw new Error(`${line} is a message after all`);
    return [code(line), code(String(checked.error.code)), checked.error.message];
  });
}

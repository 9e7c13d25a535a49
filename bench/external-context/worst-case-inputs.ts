// How long the worst inputs of a mebibyte take that a person or a provider can send, and whether the time grows in
// proportion to the input: a quarter of the input must take about a quarter of the time, whatever the machine.
//
//   node --import ./scripts/typescript-hooks.mjs bench/external-context/worst-case-inputs.ts
//
// Exits with 1 when an input takes longer than half a second of processor time, or four times the input more than ten
// times the time.
import { renderContext } from '../../packages/external-context/src/context/render-context.ts';
import { createGenericHttpProvider } from '../../packages/external-context/src/providers/generic-http-search-v1.ts';
import { deriveQuery } from '../../packages/external-context/src/recall-hook/derive-query.ts';
import { readSearchQuery } from '../../packages/external-context/src/search-server/search-query.ts';

const mebibyte = 1024 * 1024;
const mostMs = 500;
const mostRatio = 10;
/** Below this, what is measured is mostly the clock. */
const leastMs = 5;
const runs = 5;

/** Makes an input of so many characters. */
type Input = (length: number) => string;

const repeated =
  (part: string): Input =>
  (length) =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);

const prompts: Record<string, Input> = {
  'letters and dashes': repeated('a-'),
  'one word': repeated('a'),
  'segments of a token': repeated('aaaaaaaa.'),
  'single letters with dots': repeated('a.'),
  'the word token': repeated('token'),
  'assignments to token': repeated('token='),
  'assignments to nothing': repeated('a='),
  'equals signs': repeated('='),
  'equals signs far apart': repeated('=     '),
  'quotes that open': repeated('token="'),
  'quotes that are escaped': repeated('token=\'\\"'),
  'brackets that open': repeated('token=['),
  'braces that open': repeated('secret:{'),
  'types with values': repeated('token: string = '),
  'key by key': repeated('key = '),
  backslashes: repeated('token=\\'),
  'fences on lines': repeated('```\n'),
  'fences in a line': repeated('``` '),
  'fences of both kinds': repeated('```~~~'),
  'fences after indents': repeated('          ```x'),
  'beginnings of keys': repeated('-----BEGIN '),
  'ends of keys': repeated('-----BEGIN A-----END '),
  'addresses with names': repeated('://a@'),
  cookies: repeated('cookie: '),
  authorizations: repeated('authorization: '),
  'bearer after bearer': repeated('Bearer '),
  'options with quotes': repeated('--password "'),
  'pastes that do not end': repeated('[Pasted Content '),
  'nearly the credential': repeated('canary-credential-7f3a9'),
  spaces: repeated(' '),
  'spaces before an equals sign': (length) => `${' '.repeat(length - 1)}=`,
  'line ends': repeated('\n'),
  'control characters': repeated('\u0000'),
  emoji: repeated('🦉'),
  'halves of emoji': repeated('\ud83e'),
  'words of people': repeated('when are the deploys of this service '),
};

const answers: Record<string, Input> = {
  'entries that are none': (length) => `[${'{},'.repeat(length / 3 - 2)}{}]`,
  'brackets in brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'one content': (length) => JSON.stringify([{ id: 'a', content: '<'.repeat(length - 30) }]),
  'content of controls': (length) => JSON.stringify([{ id: 'a', content: '\u0001'.repeat(length / 6 - 5) }]),
  'content of emoji': (length) => JSON.stringify([{ id: 'a', content: '🦉'.repeat(length / 4) }]),
};

const never = new AbortController().signal;

async function readAnswer(text: string): Promise<unknown> {
  const client = { post: async () => JSON.parse(`{"items":${text}}`) };
  const provider = createGenericHttpProvider({ origin: 'http://127.0.0.1', credential: 'x' }, client);
  return renderContext(await provider.search('x', never));
}

const subjects: [string, Record<string, Input>, (text: string) => unknown][] = [
  ['prompt', prompts, (text) => deriveQuery(text, 'canary-credential-7f3a91')],
  ['query', { letters: repeated('a'), spaces: repeated(' ') }, (query) => readSearchQuery({ query })],
  ['answer', answers, readAnswer],
];

/** The shortest of several runs: what else the machine does only ever adds. */
async function measure(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

let failures = 0;
for (const [subject, inputs, work] of subjects) {
  for (const [name, make] of Object.entries(inputs)) {
    const [quarter, whole] = [make(mebibyte / 4), make(mebibyte)];
    const quarterMs = await measure(() => work(quarter));
    const wholeMs = await measure(() => work(whole));
    const ratio = wholeMs / Math.max(quarterMs, leastMs);
    const isFailure = wholeMs > mostMs || ratio > mostRatio;
    if (isFailure) failures += 1;
    const figures = `${wholeMs.toFixed(1).padStart(7)} ms  x${ratio.toFixed(1).padStart(4)}`;
    console.log(`${isFailure ? 'FAILED' : '      '} ${subject.padEnd(7)} ${name.padEnd(30)} ${figures}`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;

import { type AgentAdapter, type Traits, type Transport, traitsOf } from '../../packages/core/src/index.ts';
import { optionsShape } from '../../packages/server/src/index.ts';
import { code, page, table } from './markdown.ts';

/** Traits as a reader of the table sees them. */
const TRAITS: readonly (readonly [heading: string, trait: keyof Traits])[] = [
  ['stop', 'interrupt'],
  ['steer', 'steer'],
  ['asks', 'asks'],
  ['models', 'models'],
  ['pictures', 'images'],
  ['session by prompt', 'resumesByPrompt'],
  ['session id from us', 'presetsSession'],
];

/** In what the agents differ: every cell is read off the adapter's own declarations. */
export function agentsPage(adapters: readonly AgentAdapter[]): string {
  return page('Agents and what they can do', [
    'Each row is read off the declarations of an adapter, which the conformance kit holds against recordings of the real agent.',
    '## Transports',
    [
      'The first transport of an agent is its default. **stop**: the agent has a stop of its own; else it is ended by signals.',
      '**steer**: a message reaches the running prompt; else the prompt is interrupted, where it can be, and the agent goes on with the message.',
      '**asks**: it asks before it uses a tool. **models**: it lists its models. **pictures**: a prompt may carry some.',
      '**session by prompt**: a waiting process serves new and old sessions alike. **session id from us**: a new session has its id',
      'before the process starts.',
    ].join('\n'),
    table(
      ['agent', 'transport', ...TRAITS.map(([heading]) => heading), 'refuses'],
      adapters.flatMap((adapter) => adapter.transports.map((transport) => transportRow(adapter, transport))),
    ),
    '## Agents',
    table(
      ['agent', 'tested with', 'its own options', 'new session continued', 'unknown session', 'history', 'install'],
      adapters.map(agentRow),
    ),
    'Versions that are not among the tested ones run, and the first report says so. A session that the agent does not know *fails*, or a *fresh* one is begun and the report warns.',
  ]);
}

function transportRow(adapter: AgentAdapter, transport: Transport): readonly string[] {
  const traits = traitsOf(adapter, transport);
  const refused = Object.entries(transport.refuses ?? {}).map(([name, reason]) => `${code(name)}: ${reason}`);
  return [
    adapter.title,
    code(transport.name),
    ...TRAITS.map(([, trait]) => (traits[trait] ? 'yes' : '–')),
    refused.join('; ') || '–',
  ];
}

function agentRow(adapter: AgentAdapter): readonly string[] {
  const { title, executable, unknownSession, history } = adapter;
  const waits = adapter.resumableFrom?.(0) ?? 0;
  const { from, below } = executable.tested;
  return [
    title,
    from === '0' ? 'none' : `${from} up to, not including, ${below}`,
    Object.keys(optionsShape(adapter)).map(code).join(', ') || '–',
    waits === 0 ? 'at once' : `after up to ${waits / 1000} s`,
    unknownSession,
    history === undefined ? '–' : 'readable',
    code(executable.install),
  ];
}

import type { AgentAdapter, TurnState } from '../../packages/core/src/index.ts';
import { mountAdapter, REPORT_META_KEY, type ServerSettings, type Tool } from '../../packages/server/src/index.ts';
import { optionsShape } from '../../packages/server/src/tools/options-shape.ts';
import { anyAdapter, withPlaceholder } from './any-adapter.ts';
import { code, page, table } from './markdown.ts';
import { reportFactRows } from './report-fact-rows.ts';
import { type PropertySchema, schemaText } from './schema-text.ts';

/** Every tool with its arguments and what it gives back, and the arguments that single adapters add. */
export function toolsPage(adapters: readonly AgentAdapter[]): string {
  const common = toolsOf(anyAdapter);
  const withHistory = adapters.filter(({ history }) => history !== undefined).map(({ name }) => code(name));
  return page('Tools', [
    'Every adapter is mounted as the same tools under its own name; `X` stands for it. What hosts are told of a tool, word for word, is its ' +
      'description here. Arguments that are not listed are refused by name.',
    ...common.flatMap((tool) => toolParts(tool)),
    `\`X_history\` is there for ${withHistory.join(', ')}: their adapters can read the session files.`,
    '## Arguments of single adapters',
    'They belong to `X` and `X_reply`. `transport` takes the names of the second table, the first of which is the default.',
    table(['adapter', 'argument', 'value', 'meaning'], adapters.flatMap(ownArguments)),
    table(['adapter', 'transport', 'arguments that it refuses'], adapters.flatMap(transports)),
    '## Results',
    'A result is text for the model, and the same facts for programs in `_meta`, under ' +
      `${code(REPORT_META_KEY)}. What goes wrong comes back as a result with \`isError\`; see [errors](errors.md).`,
    '### Of a turn that has ended',
    table(['fact', 'meaning'], reportFactRows()),
    '### Of a turn that goes on',
    'The note that a call returns when its wait ends first has `turn`, `session`, `status`, `cwd`, `transport`, `model`, `elapsedMs`, `tools`, ' +
      'and `approvals` with the `id`, `tool` and `expiresAt` of each request that waits for an answer. `status` is `needs-approval` while one ' +
      'does; else, as in the text of `X_running`:',
    table(
      ['state', 'meaning'],
      Object.entries(states).map(([state, meaning]) => [code(state), meaning]),
    ),
  ]);
}

const states: Readonly<Record<TurnState, string>> = {
  queued: 'It waits for its session, a slot or a start.',
  starting: 'Its process is on its way to being ready for a prompt.',
  running: 'The agent works on a prompt, or is between two of them.',
  redirecting: 'The prompt is being interrupted for a message, which comes next.',
  stopping: 'It was told to stop.',
  finishing: 'It is decided, and its process is being ended.',
  ended: 'Nothing of it is left; its report is there.',
};

function toolsOf(adapter: AgentAdapter): readonly Tool[] {
  const unused = () => Promise.reject(new Error('no call is made while documents are written'));
  return mountAdapter({ adapter, settings: {} as ServerSettings, createRunner: unused }).tools;
}

function toolParts({ name, description, gives, inputSchema }: Tool): string[] {
  const required = (inputSchema.required ?? []) as readonly string[];
  const described = toolsOf(anyAdapter)[0]?.inputSchema.properties as Readonly<Record<string, PropertySchema>>;
  const rows = Object.entries(inputSchema.properties as Readonly<Record<string, PropertySchema>>).map(
    ([argument, schema]) => {
      const value = argument === 'transport' ? "a transport's name" : schemaText(schema);
      const meaning = schema.description ?? described[argument]?.description ?? '';
      return [code(argument) + (required.includes(argument) ? ', required' : ''), value, meaning];
    },
  );
  return [
    `## \`${name}\``,
    `> ${description}`,
    rows.length === 0 ? 'It takes no arguments.' : table(['argument', 'value', 'meaning'], rows),
    `It gives: ${gives}`,
  ].map(withPlaceholder);
}

function ownArguments(adapter: AgentAdapter): string[][] {
  const properties = toolsOf(adapter)[0]?.inputSchema.properties as Readonly<Record<string, PropertySchema>>;
  return Object.keys(optionsShape(adapter)).map((option) => {
    const schema = properties[option] ?? {};
    return [code(adapter.name), code(option), schemaText(schema), schema.description ?? ''];
  });
}

function transports({ name, transports: all }: AgentAdapter): string[][] {
  return all.map((transport) => {
    const refused = Object.entries(transport.refuses ?? {}).map(([argument, why]) => `${code(argument)}: ${why}`);
    if (!transport.images) refused.push(...(transport.refuses?.images === undefined ? ['`images`'] : []));
    return [code(name), code(transport.name), refused.join('; ')];
  });
}

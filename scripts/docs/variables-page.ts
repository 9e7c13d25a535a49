import { CONFIGURATION_VARIABLE } from '../../packages/agentmount/src/configuration/read-configuration.ts';
import type { AgentAdapter } from '../../packages/core/src/index.ts';
import { DEPTH_VARIABLE } from '../../packages/core/src/process/delegation-depth.ts';
import { MARKER_VARIABLE } from '../../packages/core/src/process/marker.ts';
import type { Variable } from '../../packages/server/src/settings/variable.ts';
import { variableDocuments } from '../../packages/server/src/settings/variable-documents.ts';
import { settingsVariables, variablePrefix } from '../../packages/server/src/settings/variables.ts';
import { optionsShape } from '../../packages/server/src/tools/options-shape.ts';
import { anyAdapter, withPlaceholder } from './any-adapter.ts';
import { code, page, table } from './markdown.ts';

/** Every environment variable: those that all adapters have, what differs between adapters, and what agents are given. */
export function variablesPage(adapters: readonly AgentAdapter[]): string {
  return page('Environment variables', [
    'A server is set up by environment variables, because those are what every host lets a person set. `X` stands for the name of the ' +
      `adapter in capitals: ${adapters.map((adapter) => code(`${variablePrefix(adapter)}…`)).join(', ')}.`,
    'An empty value counts as unset, except where a row says otherwise. A value that is not allowed is named on stderr, and what the last ' +
      'column says is done. A variable that begins with the prefix and is not listed here is named on stderr, too, and has no effect.',
    '## Of every adapter',
    table(
      ['variable', 'allowed', 'default', 'for', 'when not allowed'],
      Object.values(variablesOf(anyAdapter)).map(row),
    ),
    '## Defaults that differ',
    differences(adapters),
    '## Of one adapter',
    table(
      ['variable', 'allowed', 'default', 'for'],
      adapters.flatMap((adapter) => ownVariables(adapter)),
    ),
    '## Of `agentmount`',
    'The program for people reads the variables above for each agent; what its configuration file says of an agent stands in for variables ' +
      'that are not set. The file itself:',
    table(
      ['variable', 'default', 'for'],
      [
        [
          code(CONFIGURATION_VARIABLE),
          'unset',
          'Absolute path of the configuration file, where `--config` names none.',
        ],
        [
          '`XDG_CONFIG_HOME`',
          '`~/.config`',
          'Folder in which `agentmount/config.json` is the configuration file, where none is named.',
        ],
      ],
    ),
    '## What agents are given',
    'An agent gets the environment of its server (or what `X_MCP_ENV_ALLOW` lets through) without the variables of the server itself, and:',
    table(
      ['variable', 'for'],
      [
        [
          code(DEPTH_VARIABLE),
          'Delegations around the agent, its own included. A server that an agent starts reads it.',
        ],
        [
          code(MARKER_VARIABLE),
          'Marks every process that the agent starts, so that none is missed when the turn ends.',
        ],
      ],
    ),
    'These marks of an outer agent do not reach an inner one, which would take itself for nested:',
    table(
      ['adapter', 'variables that are taken out'],
      adapters
        .filter(({ removesVariables = [] }) => removesVariables.length > 0)
        .map(({ name, removesVariables = [] }) => [code(name), removesVariables.map(code).join(', ')]),
    ),
  ]);
}

function variablesOf(adapter: AgentAdapter): Readonly<Record<string, Variable>> {
  return settingsVariables(adapter, '~') as unknown as Readonly<Record<string, Variable>>;
}

function row(described: Variable): string[] {
  const { name, form, meaning } = described;
  const shown =
    name === 'TRANSPORT'
      ? ["one of the adapter's transports", 'the first of them', 'Transport of a call that names none.']
      : [form.allowed, described.default, meaning];
  return [code(`X_MCP_${name}`), ...shown, otherwise(described)].map(withPlaceholder);
}

function otherwise({ fatal, invalid }: Variable): string {
  if (fatal) return 'nothing is started';
  if (invalid === undefined) return 'the default';
  return Array.isArray(invalid) && invalid.length === 0 ? 'an empty list' : code(String(invalid));
}

/** The rows in which an adapter's variables differ from each other. */
function differences(adapters: readonly AgentAdapter[]): string {
  const all = adapters.map((adapter) => ({ adapter, variables: variablesOf(adapter) }));
  const keys = Object.keys(variablesOf(anyAdapter)).filter((key) => {
    const shown = all.map(({ adapter, variables }) => general(variables[key], adapter));
    return new Set(shown).size > 1;
  });
  return table(
    ['variable', ...adapters.map(({ name }) => code(name))],
    keys.map((key) => {
      const cells = all.map(({ variables }) => variables[key]?.default ?? '');
      const names = [...new Set(all.map(({ variables }) => code(`X_MCP_${variables[key]?.name}`)))];
      return [names.join(', '), ...cells];
    }),
  );
}

/** A default with the adapter's name taken out, so that only real differences are left. */
function general(variable: Variable | undefined, { name, executable }: AgentAdapter): string {
  const text = `${variable?.name} ${variable?.default}`;
  return text.replaceAll(executable.command, 'X').replaceAll(name, 'X');
}

function ownVariables(adapter: AgentAdapter): string[][] {
  const documents = new Map(variableDocuments(adapter).map((document) => [document.name, document]));
  return (adapter.optionDefaults ?? []).map(({ variable, option }) => {
    const document = documents.get(variablePrefix(adapter) + variable);
    if (document === undefined) throw new Error(`no document of ${variable}`);
    return [code(document.name), allowedOf(adapter, option), document.default, document.meaning];
  });
}

function allowedOf(adapter: AgentAdapter, option: string): string {
  const schema = optionsShape(adapter)[option] as unknown as { unwrap?(): { options?: readonly string[] } };
  const words = schema?.unwrap?.().options;
  return words === undefined ? `what ${code(option)} allows` : words.map(code).join(', ');
}

import type { AgentAdapter } from '@agentmount/core';
import { variableDocuments } from '../settings/variable-documents.js';
import type { ProgramCommand } from './program-command.js';
import type { Manifest } from './read-manifest.js';

/** What `--help` prints. */
export function helpText(
  manifest: Manifest,
  adapters: readonly AgentAdapter[],
  commands: readonly ProgramCommand[],
): string {
  const { name, version, description } = manifest;
  const [first] = adapters;
  const server = first?.name ?? name;
  const variables = adapters.flatMap((adapter) => variableDocuments(adapter));
  const width = Math.max(...variables.map((variable) => variable.name.length));
  const needs = adapters.map(({ executable }) => `  ${executable.command}    ${executable.install}`);
  return [
    `${name} ${version}`,
    description,
    '',
    `Usage: ${name} [${['--help', '--version', ...commands.map((command) => command.name)].join(' | ')}]`,
    '',
    ...commandLines(commands),
    'It speaks MCP on stdin and stdout, and is started by an MCP host. To add it to one:',
    `  claude mcp add ${server} -s user -- npx -y ${name}`,
    `  { "mcpServers": { "${server}": { "command": "npx", "args": ["-y", "${name}"] } } }`,
    '',
    'It needs on the PATH:',
    ...needs,
    '',
    'Environment variables:',
    ...variables.map((variable) => `  ${variable.name.padEnd(width)}  ${variable.meaning} (${variable.default})`),
    '',
  ].join('\n');
}

function commandLines(commands: readonly ProgramCommand[]): readonly string[] {
  if (commands.length === 0) return [];
  const width = Math.max(...commands.map(({ name }) => name.length));
  return ['For people:', ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`), ''];
}

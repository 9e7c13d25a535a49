import { serveOverStdio } from '@agentmount/server';
import { builtInAgents } from '../agents/built-in-agents.js';
import { loadAgents } from '../agents/load-agents.js';
import { configurationFlag } from '../configuration/configuration-flag.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import type { CommandCall } from '../program/command.js';
import { commandHelp } from '../program/command-help.js';
import { readWords } from '../program/read-words.js';
import { UsageError } from '../program/usage-error.js';

/** `agentmount serve AGENT…`: one MCP server on stdin and stdout with the tools of every agent that is named. */
export async function serve({ args, io, manifest }: CommandCall): Promise<number> {
  const read = readWords(args, [configurationFlag]);
  if (read.asksHelp) {
    io.stdout.write(help());
    return 0;
  }
  const configuration = await readConfiguration(io, read.value(configurationFlag.name));
  const words = read.words.length > 0 ? read.words : configuration.serve;
  if (words.length === 0) {
    const example = `${manifest.name} serve qwen pi`;
    throw new UsageError(`name the agents to offer (${example}), or list them under serve in ${configuration.file}.`);
  }
  const log = (line: string) => void io.stderr.write(`${manifest.name}: ${line}\n`);
  const adapters = await loadAgents(words, configuration, io, log);
  const { environment, home, cwd } = io;
  const command = ['npx -y', manifest.name, 'serve', ...args].join(' ');
  await serveOverStdio({ manifest, adapters, environment, home, cwd, log, server: manifest.name, command });
  return 0;
}

function help(): string {
  return commandHelp({
    usage: 'agentmount serve [AGENT…] [--config FILE]',
    paragraphs: [
      'Speaks MCP on stdin and stdout, and is started by an MCP host. Each agent brings its own tools: qwen,\nqwen_reply, qwen_send and so on. To add it to a host:',
      '  claude mcp add agentmount -s user -- npx -y agentmount serve qwen pi',
      [
        `AGENT is one of ${[...builtInAgents.keys()].join(', ')}; an agent of the configuration file; a package that is`,
        'installed beside that file; or the absolute path of a package or of an ACP profile (.json). Nothing is',
        'loaded from the working directory. Without an AGENT, those under "serve" in the file are offered.',
      ].join('\n'),
      'It exits with 0 when the host closes the connection, with 2 when the command line or a setting is refused,\nand with 129, 130 or 143 after a signal, when every agent has been ended.',
    ],
    flags: [configurationFlag],
  });
}

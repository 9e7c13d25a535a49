import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectClient, createTemporaryFolder } from '@agentmount/testkit';
import { codeBlocks, configurations, marked } from '@agentmount/testkit/scenarios';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInAgents } from '../src/agents/built-in-agents.js';
import { commands } from '../src/commands.js';
import { configurationSchema } from '../src/configuration/configuration-schema.js';
import { configuredSettings } from '../src/configuration/configured-settings.js';
import { readConfiguration } from '../src/configuration/read-configuration.js';
import { readWords } from '../src/program/read-words.js';
import { exitCodes } from '../src/run/exit-code.js';
import { optionFlags } from '../src/run/option-flags.js';
import { runFlags } from '../src/run/run-flags.js';
import { testIo } from './support/test-io.js';

let text = '';
beforeAll(async () => {
  text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
});

function table(head: string, rows: readonly (readonly string[])[]): string {
  const columns = head.split('|').length - 2;
  return [head, `|${'---|'.repeat(columns)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}

async function adapters() {
  return Promise.all([...builtInAgents.values()].map((load) => load()));
}

describe('the README', () => {
  it('lists the agents, the commands and the exit codes that the program has', async () => {
    const agents = (await adapters()).map(({ name, title, executable }) => {
      return [`\`${name}\``, title, `\`${executable.install}\``];
    });
    expect(marked(text, 'agents')).toBe(table('| agent | is | comes with |', agents));
    const rows = commands.map(({ name, takes, summary }) => {
      return [`\`${`${name} ${takes}`.replaceAll('|', '\\|')}\``, summary];
    });
    expect(marked(text, 'commands')).toBe(table('| command | |', rows));
    const codes = exitCodes.map(([code, meaning]) => [`\`${code}\``, meaning]);
    expect(marked(text, 'exit codes')).toBe(table('| exit code | |', codes));
  });

  it('calls commands by words that they take', async () => {
    const lines = codeBlocks(text)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ code }) => code.split('\n'))
      .map((line) => /(?:^|\| )agentmount (.*?)(?: [<>] .*)?$/.exec(line)?.[1])
      .filter((line) => line !== undefined);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [name, agent, ...rest] = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      expect(
        commands.map((command) => command.name),
        line,
      ).toContain(name);
      if (name !== 'run') continue;
      const adapter = await builtInAgents.get(agent ?? '')?.();
      if (adapter === undefined) throw new Error(`${line} names no agent`);
      const own = optionFlags(
        adapter,
        runFlags.map((flag) => flag.name),
      );
      expect(readWords(rest, [...runFlags, ...own]).words, line).toHaveLength(1);
    }
  });

  it('shows a configuration that the program takes, and that its schema for editors takes', async () => {
    const blocks = codeBlocks(text).filter(
      ({ code, language }) => language === 'json' && code.includes('"agents": {\n'),
    );
    const [block, ...others] = blocks.filter(({ code }) => !code.includes('mcpServers'));
    expect(others).toEqual([]);
    expect(configurationSchema(await adapters()).safeParse(JSON.parse(block?.code ?? '')).error).toBeUndefined();
    await using folder = await createTemporaryFolder();
    const home = folder.directory;
    await mkdir(join(home, '.config', 'agentmount'), { recursive: true });
    await writeFile(join(home, '.config', 'agentmount', 'config.json'), block?.code ?? '');
    const configuration = await readConfiguration(testIo(home), undefined);
    for (const adapter of await adapters()) {
      const { problems, fatal } = configuredSettings(adapter, configuration, testIo(home));
      expect({ problems, fatal }).toEqual({ problems: [], fatal: [] });
    }
  });

  it('shows configurations of hosts that start the server', async () => {
    const found = configurations(text);
    expect(found).toHaveLength(2);
    await using folder = await createTemporaryFolder();
    const home = folder.directory;
    for (const { command, args } of found) {
      expect(command).toBe('node');
      const own = fileURLToPath(new URL('..', import.meta.url));
      const placed = args.map((arg) => arg.replace('/absolute/path/to/packages/agentmount/', own));
      const env = { PATH: process.env.PATH ?? '', HOME: home };
      await using client = await connectClient({ sdk: '1.x', command: process.execPath, args: placed, env, cwd: home });
      const names = (await client.listTools()).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['qwen', 'qwen_reply', 'pi', 'pi_reply']));
    }
  });
});

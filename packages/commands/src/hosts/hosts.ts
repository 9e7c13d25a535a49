import { access } from 'node:fs/promises';
import { Refusal } from '@agentmount/core';
import { defineCommand } from '../shared/command.js';
import { type CommandCall, EXIT } from '../shared/command-call.js';
import { jsonText } from '../shared/json-text.js';
import { readArgs } from '../shared/read-args.js';
import { UsageError } from '../shared/usage-error.js';
import { allHosts } from './all-hosts.js';
import type { Host, HostPlace, HostServer } from './host.js';
import { mergeJson } from './merge-json.js';
import type { WantedEntry } from './merge-result.js';
import { mergeToml } from './merge-toml.js';
import { writeConfiguration } from './write-configuration.js';

/** A call of `hosts`: what the hosts are to start. */
export interface HostsCall extends CommandCall {
  readonly server: HostServer;
  readonly platform: NodeJS.Platform;
}

/** `hosts`: what stands in the configuration of MCP hosts, and, with `--write`, puts it there. */
export const hosts = defineCommand<HostsCall>(
  {
    name: 'hosts',
    takes: '[HOST…] [--write [--replace]] [--name NAME] [--json]',
    help: [
      'Prints what makes each MCP host start this server, with the time limits that a delegated task needs, and says where it belongs.',
      ['HOST is any of:', ...allHosts.map(({ id, title }) => `  ${id.padEnd(16)}${title}`)].join('\n'),
      [
        "--write puts it into the person's own file of the hosts that are named; the file as it was is kept beside it.",
        '--replace has it take the place of another entry of the same name; without it, such an entry stays.',
        '--name is the name of the server there; it becomes part of the names of the tools, so keep it short.',
      ].join('\n'),
    ],
  },
  async (call) => {
    const { io, args } = call;
    const { words, flags } = readArgs(args, { write: 'boolean', replace: 'boolean', name: 'string', json: 'boolean' });
    const chosen = chooseHosts(words);
    const server = named(call.server, flags.name);
    const place = { platform: call.platform, home: io.home, environment: io.environment };
    if (flags.replace && !flags.write) throw new UsageError('--replace says how to write; give --write, too.');
    if (flags.write) {
      if (words.length === 0) throw new UsageError('name the hosts to write to.');
      return writeAll(call, chosen, server, place, { replace: flags.replace === true, json: flags.json === true });
    }
    if (flags.json) {
      const facts = chosen.map((host) => ({
        ...factsOf(host, server, place),
        configuration: configuration(host, server, place),
      }));
      io.stdout.write(jsonText({ hosts: facts }));
      return EXIT.done;
    }
    // Of one host, stdout gets what belongs into the file and nothing else.
    const say = chosen.length === 1 ? io.stderr : io.stdout;
    for (const host of chosen) {
      const file = host.file(place);
      say.write(`# ${host.title}: ${file}${(await exists(file)) ? '' : ' (not there yet)'}\n`);
      io.stdout.write(snippet(host, server, place));
      const command = host.command?.(server, host.entry(server, place));
      if (command !== undefined) say.write(`# Or: ${command}\n`);
      say.write(`# ${host.note}\n`);
      if (chosen.length > 1) say.write('\n');
    }
    return EXIT.done;
  },
);

interface WriteFlags {
  readonly replace: boolean;
  readonly json: boolean;
}

async function writeAll(
  { io }: HostsCall,
  chosen: readonly Host[],
  server: HostServer,
  place: HostPlace,
  flags: WriteFlags,
): Promise<number> {
  const results: HostResult[] = [];
  for (const host of chosen) results.push(await writeOne(host, server, place, flags.replace));
  if (flags.json) io.stdout.write(jsonText({ hosts: results }));
  else for (const { outcome, text } of results) (outcome === 'refused' ? io.stderr : io.stdout).write(`${text}.\n`);
  return results.some(({ outcome }) => outcome === 'refused') ? EXIT.failed : EXIT.done;
}

/** What became of one host's file. */
interface HostResult {
  readonly host: string;
  readonly file: string;
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'refused';
  /** Where the file as it was before has been kept. */
  readonly backup?: string;
  /** All of it in one sentence, without a full stop. */
  readonly text: string;
}

async function writeOne(host: Host, server: HostServer, place: HostPlace, replace: boolean): Promise<HostResult> {
  const file = host.file(place);
  const wanted: WantedEntry = { servers: host.servers, name: server.name, entry: host.entry(server, place), replace };
  const merge = host.format === 'toml' ? mergeToml : mergeJson;
  try {
    const { outcome, backup } = await writeConfiguration(file, (text) => merge(text, wanted), new Date());
    const text = `${host.title}: ${file} ${OUTCOMES[outcome]} ${server.name}`;
    if (backup === undefined) return { host: host.id, file, outcome, text };
    return { host: host.id, file, outcome, backup, text: `${text}; as it was before: ${backup}` };
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return { host: host.id, file, outcome: 'refused', text: `${host.title}: ${file}: ${error.message}` };
  }
}

const OUTCOMES = { created: 'was made with', changed: 'now has', unchanged: 'already has' } as const;

function chooseHosts(words: readonly string[]): readonly Host[] {
  if (words.length === 0) return allHosts;
  return [...new Set(words)].map((word) => {
    const host = allHosts.find(({ id }) => id === word);
    if (host) return host;
    throw new UsageError(
      `there is no host ${JSON.stringify(word)}; there are ${allHosts.map(({ id }) => id).join(', ')}.`,
    );
  });
}

function named(server: HostServer, name: string | undefined): HostServer {
  if (name === undefined) return server;
  if (/^[A-Za-z0-9_-]{1,32}$/.test(name)) return { ...server, name };
  throw new UsageError(`--name must be up to 32 letters, digits, "-" or "_", and is ${JSON.stringify(name)}.`);
}

/** What a file says that has nothing else. */
function snippet(host: Host, server: HostServer, place: HostPlace): string {
  const wanted = { servers: host.servers, name: server.name, entry: host.entry(server, place), replace: false };
  return (host.format === 'toml' ? mergeToml('', wanted) : mergeJson('', wanted)) ?? '';
}

function configuration(host: Host, server: HostServer, place: HostPlace): unknown {
  return [...host.servers, server.name].reduceRight<unknown>(
    (inner, key) => ({ [key]: inner }),
    host.entry(server, place),
  );
}

function factsOf(host: Host, server: HostServer, place: HostPlace) {
  return { host: host.id, title: host.title, file: host.file(place), format: host.format, name: server.name };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

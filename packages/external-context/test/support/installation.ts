import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import type { LaunchCall, LaunchSubject } from '../../src/launcher/launch-call.js';
import { type Manifest, manifestSchema, type Profile } from '../../src/launcher/manifest-schema.js';
import { pinnedCommand, pinnedShellCommand } from '../../src/launcher/pinned-command.js';
import { resolveTrusted } from '../../src/launcher/trusted-path.js';
import { builtProgram } from './built-programs.js';
import { autoRecallConfiguration, CREDENTIAL, onDemandConfiguration } from './configurations.js';
import { substituteExample } from './examples.js';

/** The user that runs the tests, who owns everything that they make. */
export const ownUid = process.getuid?.() ?? 0;

/** What an administrator has set up for one launcher, in a folder of its own. */
export interface Installation extends AsyncDisposable {
  readonly folder: string;
  readonly manifestPath: string;
  /** The manifest as it was written last. */
  manifest(): Manifest;
  /** Changes fields of the manifest. A field that becomes undefined is removed. */
  change(fields: Readonly<Record<string, unknown>>): void;
  /** Absolute path of something in the folder. */
  at(...names: string[]): string;
  /** Writes a file that passes the checks of owner and mode. */
  write(path: string, content: unknown, mode?: number): string;
  /** What the checks are given. */
  subject(call?: Partial<LaunchCall>): LaunchSubject;
}

/** Which agent is set up, and where it and its provider are. */
export interface InstallationOptions {
  readonly profile: Profile;
  /** Origin of a Generic HTTP provider. */
  readonly origin?: string;
  /** The agent; a program that records how it was started when absent. */
  readonly qwen?: { readonly entry: string; readonly version: string };
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Whether our programs are there, or only files with their names. Default false. */
  readonly hasPrograms?: boolean;
}

/** Sets everything up from the package's own example files. */
export async function createInstallation(options: InstallationOptions): Promise<Installation> {
  const folder = await createTemporaryFolder('launcher');
  // Another user is to be able to start it.
  chmodSync(folder.directory, 0o755);
  const at = (...names: string[]) => join(folder.directory, ...names);
  const write = (path: string, content: unknown, mode = 0o644) => {
    writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    chmodSync(at(path), mode);
    return at(path);
  };
  for (const name of ['etc', 'program', 'qwen', 'qwen-home', 'home', 'repository']) {
    mkdirSync(at(name));
    chmodSync(at(name), 0o755);
  }
  const isOnDemand = options.profile === 'on-demand';
  const program = isOnDemand ? 'search-server.js' : 'auto-recall.js';
  for (const name of isOnDemand ? onDemandPrograms : autoRecallPrograms) {
    write(`program/${name}.js`, options.hasPrograms === true ? readFileSync(await builtProgram(name), 'utf8') : '');
  }
  const nodePath = trustedNode(at('program'));
  const qwen = options.qwen ?? { entry: write('qwen/cli-entry.js', recordingQwen), version: '0.24.4' };
  const origin = options.origin ?? 'https://search.example.org';
  const values = { NODE: nodePath, PROGRAM_FOLDER: at('program'), HOOK: at('program', 'auto-recall.js') };
  write('etc/credential', `${CREDENTIAL}\n`, 0o600);
  write('etc/model-key', 'model-key-canary\n', 0o600);
  write('etc/defaults.json', {});
  if (isOnDemand) {
    write('etc/provider.json', onDemandConfiguration(origin));
    write('etc/mcp.json', substituteExample('managed-mcp.json', values));
    write('etc/system.json', substituteExample('managed-settings.json', values));
  } else {
    write('etc/provider.json', autoRecallConfiguration(origin, at('repository')));
    write('etc/system.json', substituteExample('managed-auto-recall-system-settings.json', values));
    write('qwen-home/settings.json', substituteExample('managed-auto-recall-user-settings-posix.json', values));
  }
  let current: Record<string, unknown> = {
    profile: options.profile,
    nodePath,
    qwenEntry: qwen.entry,
    qwenVersion: qwen.version,
    repositoryRoot: at('repository'),
    providerConfigPath: at('etc/provider.json'),
    credentialPath: at('etc/credential'),
    systemSettingsPath: at('etc/system.json'),
    systemDefaultsPath: at('etc/defaults.json'),
    qwenHome: at('qwen-home'),
    homePath: at('home'),
    environment: {
      OPENAI_BASE_URL: { value: 'http://127.0.0.1:9/v1' },
      OPENAI_MODEL: { value: 'fake-1' },
      OPENAI_API_KEY: { file: at('etc/model-key') },
    },
    searchPath: ['/usr/bin', '/bin'],
    trustedOwnerUids: [...new Set([0, ownUid])],
    allowRoot: true,
    ...(isOnDemand
      ? { searchServerPath: at('program', program), mcpConfigPath: at('etc/mcp.json') }
      : { hookPath: at('program', program) }),
    ...options.fields,
  };
  const change = (fields: Readonly<Record<string, unknown>>) => {
    current = { ...current, ...fields };
    write('etc/manifest.json', current);
  };
  change({});
  const manifest = () => manifestSchema.parse(JSON.parse(readFileSync(at('etc/manifest.json'), 'utf8')));
  return {
    folder: folder.directory,
    manifestPath: at('etc/manifest.json'),
    manifest,
    change,
    at,
    write,
    subject: (call = {}) => ({ manifest: manifest(), call: { ...goodCall, ...call } }),
    [Symbol.asyncDispose]: folder.dispose,
  };
}

const onDemandPrograms = ['search-server', 'launch-on-demand', 'admin'] as const;
const autoRecallPrograms = ['auto-recall', 'launch-auto-recall', 'admin'] as const;

/** A call that nothing is wrong with. */
export const goodCall: LaunchCall = {
  arguments: [],
  stdinIsTerminal: true,
  stdoutIsTerminal: true,
  uid: ownUid,
  environment: {},
};

/** The commands that follow from a manifest, for those who want to write them down otherwise. */
export function commandsOf(manifest: Manifest) {
  return manifest.profile === 'on-demand'
    ? { server: pinnedCommand(manifest.nodePath, manifest.searchServerPath), hook: '' }
    : { server: [], hook: pinnedShellCommand(manifest.nodePath, manifest.hookPath) };
}

let knownNode: string | undefined;

/** This Node.js where nobody else can change it, or else a copy of it: a checkout may be open to a whole group. */
function trustedNode(folder: string): string {
  const owners = new Set([0, ownUid]);
  try {
    knownNode ??= resolveTrusted(process.execPath, owners);
    return knownNode;
  } catch {
    const copy = join(folder, 'node');
    copyFileSync(process.execPath, copy);
    chmodSync(copy, 0o755);
    return copy;
  }
}

/** Stands where qwen would: writes down how it was started, and ends as a file beside it says. */
const recordingQwen = `
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
if (process.argv[2] === '--version') {
  console.log('0.24.4');
  process.exit(0);
}
const folder = import.meta.dirname + '/../home/';
const ending = existsSync(folder + 'ending') ? readFileSync(folder + 'ending', 'utf8') : '0';
if (ending === 'wait') {
  process.on('SIGTERM', () => process.exit(7));
  process.on('SIGINT', () => process.exit(9));
}
writeFileSync(folder + 'record.json.new', JSON.stringify({
  execArgv: process.execArgv, argv: process.argv, cwd: process.cwd(), env: process.env, pid: process.pid,
  terminals: [0, 1, 2].map((descriptor) => isatty(descriptor)),
}));
renameSync(folder + 'record.json.new', folder + 'record.json');
if (ending.startsWith('SIG')) process.kill(process.pid, ending);
if (!/^\\d/.test(ending)) setInterval(() => {}, 1000);
else process.exit(Number(ending));
`;

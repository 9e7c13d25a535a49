import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createTemporaryFolder } from './temporary-folder.js';
import { waitFor } from './wait-for.js';

const SSHD = '/usr/sbin/sshd';
/** sshd, when root starts it, wants this folder for what it does without rights. */
const SEPARATION_FOLDER = '/run/sshd';

/** Why no machine can be reached over ssh here, or undefined when one can. */
export const noSsh = reasonAgainstSsh();

/** Another machine as far as an agent can tell: an `sshd` of our own on loopback whose sessions have another environment. */
export interface SshMachine extends AsyncDisposable {
  /** Its name in the client's settings. */
  readonly host: string;
  /** The client's settings, a file for `ssh -F`. */
  readonly settings: string;
  /** What stands before a command for it; `ssh` is the first word. */
  readonly words: readonly string[];
  /** The sshd that listens. */
  readonly pid: number;
}

/** What `startSshMachine()` takes. */
export interface SshMachineOptions {
  /** The variables of every session; its `HOME` and `PATH` among them. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts an `sshd` on a free port of loopback, with its own host key, settings and one authorised key in a temporary folder. It logs in whoever runs
 * the test, so nothing but the environment tells its sessions from this machine.
 */
export async function startSshMachine({ env }: SshMachineOptions): Promise<SshMachine> {
  const folder = await createTemporaryFolder('sshd');
  const at = (name: string) => join(folder.directory, name);
  for (const name of ['host', 'person']) makeKey(at(name));
  await writeFile(at('authorized'), await readFile(at('person.pub')));
  const port = await freePort();
  await writeFile(at('known'), `[127.0.0.1]:${port} ${await readFile(at('host.pub'), 'utf8')}`);
  const variables = Object.entries(env).map(([name, value]) => `"${name}=${value.replaceAll(/["\\]/g, '\\$&')}"`);
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('authorized')}`,
    `PidFile ${at('pid')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
    'PrintMotd no',
    `SetEnv ${variables.join(' ')}`,
  ];
  await writeFile(at('settings'), `${settings.join('\n')}\n`);
  await chmod(at('settings'), 0o600);
  // Its sessions get what it logs in with; no test's variable may reach them.
  const child = spawn(SSHD, ['-D', '-e', '-f', at('settings')], {
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const dispose = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    await folder.dispose();
  };
  await waitFor(() => said.includes('Server listening'), { what: () => `sshd to listen; it said: ${said}` }).catch(
    async (error: unknown) => {
      await dispose();
      throw error;
    },
  );
  const client = {
    HostName: '127.0.0.1',
    Port: String(port),
    User: userInfo().username,
    IdentityFile: at('person'),
    UserKnownHostsFile: at('known'),
    ...CLIENT,
  };
  const lines = Object.entries(client).map(([name, value]) => `  ${name} ${value}`);
  await writeFile(at('client'), `Host ${HOST}\n${lines.join('\n')}\n`);
  return {
    host: HOST,
    settings: at('client'),
    words: ['ssh', '-F', at('client'), '-T', '-o', 'BatchMode=yes', '-o', 'ControlPath=none', HOST],
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: dispose,
  };
}

const HOST = 'other-machine';

/** A client that takes no key and trusts no host but ours. */
const CLIENT = {
  IdentitiesOnly: 'yes',
  IdentityAgent: 'none',
  StrictHostKeyChecking: 'yes',
  GlobalKnownHostsFile: 'none',
};

function makeKey(path: string): void {
  const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', path], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`ssh-keygen failed: ${made.stderr}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

function reasonAgainstSsh(): string | undefined {
  if (!existsSync(SSHD) || spawnSync('ssh', ['-V']).status !== 0)
    return 'needs sshd and ssh (Debian: apt-get install openssh-server openssh-client)';
  if (process.getuid?.() === 0 && !existsSync(SEPARATION_FOLDER))
    return `needs ${SEPARATION_FOLDER}, without which sshd does not start (mkdir ${SEPARATION_FOLDER})`;
  return undefined;
}

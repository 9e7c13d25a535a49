import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { run, step, TaskFailure } from './process.mjs';
import { runTests } from './tools.mjs';
import { inRoot } from './workspace.mjs';

const wanted = inRoot('scripts', 'agents', 'package.json');
const folder = inRoot('node_modules', '.cache', 'agents');
/** Written last: as long as it is not there, or another one, the folder is not what it should be. */
const installed = inRoot('node_modules', '.cache', 'agents', 'installed.json');
const LONGEST_MS = 240_000;

/**
 * The tests with hosts and clients of other people, which it installs into a folder of their own first. `--if-installable` says why and
 * ends well when they cannot be installed here. Other arguments go to vitest.
 */
export async function testAgents(args) {
  try {
    await installAgents();
  } catch (error) {
    if (!(error instanceof TaskFailure) || !args.includes('--if-installable')) throw error;
    console.log(`\n${error.message}\nThe tests with other people's hosts are left out.`);
    return 0;
  }
  const rest = args.filter((arg) => arg !== '--if-installable');
  return runTests(['--config', 'vitest.agents.config.ts', ...rest], { AGENTMOUNT_AGENTS_FOLDER: folder });
}

async function installAgents() {
  const manifest = readFileSync(wanted, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === manifest) return;
  await step('install hosts and clients', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copyFileSync(wanted, inRoot('node_modules', '.cache', 'agents', 'package.json'));
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    const options = { cwd: folder, shell: process.platform === 'win32', timeoutMs: LONGEST_MS };
    const { code, output } = await run('npm', args, options).catch((error) => ({ code: 1, output: String(error) }));
    if (code !== 0) {
      const end = output.trim().split('\n').slice(-15).join('\n');
      throw new TaskFailure(
        `${end}\n\nThe programs of scripts/agents/package.json could not be installed within ${LONGEST_MS / 60_000} minutes. ` +
          'They need a package registry that npm can reach and 600 MB of disk.',
      );
    }
    copyFileSync(wanted, installed);
    return folder;
  });
}

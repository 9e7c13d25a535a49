import { existsSync, readFileSync } from 'node:fs';
import { run, step, TaskFailure } from './process.mjs';
import { inRoot, readJson, workspaceNode } from './workspace.mjs';

const environment = {
  // Without it pnpm asks before it replaces a folder, and here nobody could answer.
  CI: 'true',
  // npm would try for more than a minute before it says that there is no network.
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};

/** Installs the development dependencies when they are missing or are not those of the lockfile. */
export async function install() {
  refuseOldSystemNode();
  if (isInstalled()) return;
  const { packageManager } = readJson('package.json');
  console.log('Installing the development dependencies, which takes a minute or two the first time.');
  await step('install', async () => {
    const args = ['-y', packageManager, 'install', '--frozen-lockfile'];
    const options = { environment, shell: process.platform === 'win32' };
    const { code, output } = await run('npx', args, options).catch((error) => ({ code: 1, output: String(error) }));
    if (code !== 0) throw new TaskFailure(explain(output, `npx ${args.join(' ')}`));
    if (!existsSync(workspaceNode())) {
      throw new TaskFailure(
        'The workspace needs its own Node.js (the npm package "node"), and its install script did not run. ' +
          'Remove node_modules and try again.',
      );
    }
  });
}

function refuseOldSystemNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (workspaceNode() !== process.execPath || major > 22 || (major === 22 && minor >= 19)) return;
  throw new TaskFailure(
    `AGENTMOUNT_NODE=system asks for your Node.js, which is ${process.version}; 22.19 is the oldest that works.`,
  );
}

function isInstalled() {
  const installed = inRoot('node_modules', '.pnpm', 'lock.yaml');
  if (!existsSync(installed) || !existsSync(workspaceNode())) return false;
  return readFileSync(installed, 'utf8') === readFileSync(inRoot('pnpm-lock.yaml'), 'utf8');
}

function explain(output, command) {
  const end = output.trim().split('\n').slice(-15).join('\n');
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL/.test(output)) {
    return `${end}\n\nThe package registry cannot be reached, and the development dependencies are not installed yet. \
Connect to a network, or point npm at a registry you can reach (npm config set registry URL), and run this again.`;
  }
  if (/ERR_PNPM_OUTDATED_LOCKFILE/.test(output)) {
    return `${end}\n\npnpm-lock.yaml does not fit the package.json files. Update it: ${command.replace(' --frozen-lockfile', '')}`;
  }
  return `${end}\n\nThe development dependencies could not be installed. To see it in full: ${command}`;
}

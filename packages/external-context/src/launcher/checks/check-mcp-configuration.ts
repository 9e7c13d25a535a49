import { dirname } from 'node:path';
import * as z from 'zod';
import { parseConfiguration } from '../../configuration/configuration.js';
import type { Check, LaunchSubject } from '../launch-call.js';
import { launchEnvironment } from '../launch-environment.js';
import { LaunchError } from '../launch-error.js';
import { pinnedCommand } from '../pinned-command.js';
import { readLaunchSecrets } from '../read-launch-secrets.js';
import { readTrustedFile } from '../trusted-file.js';
import { trustedOwners } from '../trusted-owners.js';

/** What the file for `--mcp-config` may say. `trust` would skip every confirmation; `env` could replace the configuration. */
const mcpConfigurationSchema = z.strictObject({
  mcpServers: z.strictObject({
    'external-context': z.strictObject({
      command: z.string(),
      args: z.array(z.string()),
      cwd: z.string(),
      includeTools: z.tuple([z.literal('context_search')]),
      timeout: z.int().positive().optional(),
      description: z.string().optional(),
      env: z.strictObject({}).optional(),
    }),
  }),
});

/** The server that qwen is given is ours, started as the manifest says, and nothing else. Auto-recall has no such file. */
export const checkMcpConfiguration: Check = {
  name: 'mcp-configuration',
  run(subject) {
    const { manifest } = subject;
    if (manifest.profile !== 'on-demand') return [];
    const server = readServer(manifest.mcpConfigPath, trustedOwners(subject));
    const pinned = pinnedCommand(manifest.nodePath, manifest.searchServerPath);
    const isPinned = JSON.stringify([server.command, ...server.args]) === JSON.stringify(pinned);
    if (!isPinned || server.cwd !== dirname(manifest.searchServerPath)) {
      throw fault(
        'The server in mcpConfigPath must have exactly the command, arguments and folder that follow from nodePath and searchServerPath: compare it with the example.',
      );
    }
    if (server.timeout !== undefined && server.timeout <= providerTimeoutMs(subject)) {
      throw fault(
        'The timeout of the server in mcpConfigPath must be longer than timeoutMs of the provider configuration: raise it.',
      );
    }
    return [];
  },
};

function readServer(path: string, owners: ReadonlySet<number>) {
  try {
    const content = readTrustedFile(path, { owners, mostBytes: 64 * 1024 }).toString('utf8');
    return mcpConfigurationSchema.parse(JSON.parse(content)).mcpServers['external-context'];
  } catch {
    throw fault(
      'mcpConfigPath must hold the one server external-context with the one tool context_search, and no settings but those of the example: correct it.',
    );
  }
}

function providerTimeoutMs(subject: LaunchSubject): number {
  const secrets = readLaunchSecrets(subject);
  return parseConfiguration(secrets.providerConfiguration, launchEnvironment(subject, secrets)).timeoutMs;
}

function fault(message: string): LaunchError {
  return new LaunchError('mcp-configuration', message);
}

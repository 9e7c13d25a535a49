import { chmodSync, writeFileSync } from 'node:fs';
import type { Manifest } from '../launcher/manifest-schema.js';
import { quoteForShell } from '../launcher/pinned-command.js';

/** The variables of the caller that a launcher looks at; no other gets as far as its Node.js. */
const kept = [
  'TERM',
  'COLORTERM',
  'LANG',
  'LC_ALL',
  'LC_COLLATE',
  'LC_CTYPE',
  'LC_MESSAGES',
  'LC_MONETARY',
  'LC_NUMERIC',
  'LC_TIME',
  'TZ',
];

/**
 * Writes the command that people start: a shell script in which the manifest is a constant. It empties the environment before
 * Node.js can be told anything by it.
 * @param command absolute path of the new file; one that is there is not touched
 * @param launcher file of the launcher program for the manifest's profile
 * @throws Error of the file system
 */
export function installLauncher(command: string, manifest: Manifest, manifestPath: string, launcher: string): void {
  writeFileSync(command, launcherScript(manifest, manifestPath, launcher), { flag: 'wx' });
  chmodSync(command, 0o755);
}

function launcherScript(manifest: Manifest, manifestPath: string, launcher: string): string {
  const words = [manifest.nodePath, launcher, manifestPath].map(quoteForShell);
  return [
    '#!/bin/sh',
    `# Starts qwen with the external context of one repository (profile ${manifest.profile}). Takes no arguments.`,
    '# Written by external-context-admin; what is started is said by the manifest.',
    'exec /usr/bin/env -i \\',
    ...kept.map((name) => `  \${${name}+"${name}=$${name}"} \\`),
    `  ${words.join(' ')} "$@"`,
    '',
  ].join('\n');
}

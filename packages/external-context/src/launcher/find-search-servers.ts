import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './manifest-schema.js';
import { readSettings } from './read-settings.js';
import { bringsSearchServer, settingAt } from './settings-facts.js';

/**
 * Whether the search server would be started beside the hook: by what the repository or an installed extension says. These,
 * and the settings files, are all the places from which qwen 0.24.4 takes MCP servers when it is started without arguments.
 * @throws LaunchError `settings` when a file cannot be judged
 */
export function hasSearchServerNearby(manifest: Manifest): boolean {
  const repository = ['.qwen/settings.json', '.mcp.json'].map((name) => {
    return readSettings(join(manifest.repositoryRoot, name), `${name} in the repository`);
  });
  return repository.some(bringsSearchServer) || hasSearchExtension(join(manifest.qwenHome, 'extensions'));
}

function hasSearchExtension(folder: string): boolean {
  return namesIn(folder).some((name) => {
    if (name === 'external-context') return true;
    if (extensionBringsIt(join(folder, name))) return true;
    // A linked extension stays where it is; what is installed is a note of the place.
    const note = readSettings(
      join(folder, name, '.qwen-extension-install.json'),
      'The installation note of an extension',
    );
    const source = settingAt(note, 'source');
    return typeof source === 'string' && extensionBringsIt(source);
  });
}

function extensionBringsIt(folder: string): boolean {
  return ['qwen-extension.json', '.mcp.json'].some((name) => {
    return bringsSearchServer(readSettings(join(folder, name), `${name} of an extension`));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

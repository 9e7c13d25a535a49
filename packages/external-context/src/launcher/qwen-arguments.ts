import type { Manifest } from './manifest-schema.js';

/** Everything that qwen is started with. There is no way to add to it. */
export function qwenArguments(manifest: Manifest): string[] {
  if (manifest.profile === 'auto-recall') return [];
  const onlyOurs = manifest.onlyPinnedServer ? ['--allowed-mcp-server-names', 'external-context'] : [];
  return ['--mcp-config', manifest.mcpConfigPath, ...onlyOurs];
}

import type { Manifest } from './manifest-schema.js';

/** A path of the manifest, under the name by which messages speak of it. */
export interface ManifestPath {
  readonly field: string;
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly isSecret: boolean;
}

/** Everything that a manifest points to, in the order of the checks. */
export function manifestPaths(manifest: Manifest): ManifestPath[] {
  const file = (field: string, path: string, isSecret = false): ManifestPath => {
    return { field, path, kind: 'file', isSecret };
  };
  const folder = (field: string, path: string): ManifestPath => ({ field, path, kind: 'folder', isSecret: false });
  const ofProfile =
    manifest.profile === 'on-demand'
      ? [file('searchServerPath', manifest.searchServerPath), file('mcpConfigPath', manifest.mcpConfigPath)]
      : [file('hookPath', manifest.hookPath)];
  const secrets = Object.values(manifest.environment).flatMap((source) => ('file' in source ? [source.file] : []));
  return [
    file('nodePath', manifest.nodePath),
    file('qwenEntry', manifest.qwenEntry),
    ...ofProfile,
    file('providerConfigPath', manifest.providerConfigPath),
    file('systemSettingsPath', manifest.systemSettingsPath),
    file('systemDefaultsPath', manifest.systemDefaultsPath),
    file('credentialPath', manifest.credentialPath, true),
    ...secrets.map((path) => file('A file in environment', path, true)),
    folder('repositoryRoot', manifest.repositoryRoot),
    folder('qwenHome', manifest.qwenHome),
    ...(manifest.homePath === undefined ? [] : [folder('homePath', manifest.homePath)]),
    ...manifest.searchPath.map((path) => folder('A folder in searchPath', path)),
  ];
}

import { readFileSync } from 'node:fs';

/** What a program says of itself. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** Reads the program's own `package.json`. Throws when it is not there or lacks a field: the package is broken. */
export function readManifest(url: URL): Manifest {
  const { name, version, description } = JSON.parse(readFileSync(url, 'utf8')) as Partial<Manifest>;
  if (name === undefined || version === undefined || description === undefined) {
    throw new TypeError(`${url.pathname} lacks name, version or description`);
  }
  return { name, version, description };
}

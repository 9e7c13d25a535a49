import { isAbsolute, join } from 'node:path';

/** A path as a person writes it: absolute, or beginning with `~/`. Undefined for any other, which would depend on the working directory. */
export function personalPath(path: string, home: string): string | undefined {
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? path : undefined;
}

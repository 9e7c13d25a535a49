import type { Executable } from '../contract/adapter.js';

/** Whether an adapter was tested with a version of its agent. */
export function isTestedVersion(version: string, { from, below }: Executable['tested']): boolean {
  return compareVersions(version, from) >= 0 && compareVersions(version, below) < 0;
}

/** Compares two dotted versions by their numbers; a pre-release counts as its release. */
function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => version.split('-')[0]?.split('.').map(Number) ?? [];
  const left = numbers(a);
  const right = numbers(b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

/** Levels beyond which a value can neither be shown nor written down. */
const DEEPEST = 500;
/** What a value costs beside its characters. */
const EACH = 16;

/**
 * About how many characters a value out of JSON takes, without writing it down. Infinite when it is nested too deep to be written
 * down at all.
 */
export function valueLength(value: unknown): number {
  let length = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
    const next: unknown[] = [];
    for (const one of level) {
      length += EACH;
      if (typeof one === 'string') length += one.length;
      else if (typeof one === 'object' && one !== null) {
        for (const [key, inner] of Object.entries(one)) {
          length += key.length;
          next.push(inner);
        }
      }
    }
    level = next;
  }
  return length;
}

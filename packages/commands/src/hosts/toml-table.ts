/**
 * A table of strings, numbers, booleans, lists and tables of such, as lines of TOML.
 * @param path the keys of its head
 */
export function tomlTable(path: readonly string[], table: Readonly<Record<string, unknown>>): readonly string[] {
  const entries = Object.entries(table).map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`);
  return [`[${path.map(tomlKey).join('.')}]`, ...entries];
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : tomlText(key);
}

function tomlValue(value: unknown): string {
  if (typeof value === 'string') return tomlText(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** JSON and TOML write a text alike, apart from the one control character that JSON leaves as it is. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** An object of a configuration file. */
export type Table = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The table with ordinary objects in it: parsers make objects without a prototype, which are equal to none of ours. */
export function plainTable(table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  return isTable(value) ? plainTable(value) : value;
}

/** What stands at a path; undefined when the way there ends before. */
export function valueAt(table: Table, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), table);
}

/** The table with a value at a path, and everything else as it is. */
export function withValue(table: Table, [key = '', ...rest]: readonly string[], value: unknown): Table {
  const inner = table[key];
  return { ...table, [key]: rest.length === 0 ? value : withValue(isTable(inner) ? inner : {}, rest, value) };
}

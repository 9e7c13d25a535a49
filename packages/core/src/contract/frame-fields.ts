/** A JSON object that came from outside: its fields may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not a list and not null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A line as a JSON object; undefined for whatever else it is. */
export function parseFields(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One own field of a value that may not even be an object. */
export function fieldOf(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Keys of every member of a union, without index signatures. */
export type KeysOf<Shape> = Shape extends unknown
  ? keyof { [Key in keyof Shape as string extends Key ? never : number extends Key ? never : Key]: Shape[Key] } & string
  : never;

/**
 * Makes a {@link fieldOf} whose keys are checked against a type that the agent publishes, so that a renamed field breaks the build and not
 * a running server. `Extra`: keys seen on the wire that the type lacks.
 */
export const fieldReader =
  <Shape, Extra extends string = never>() =>
  (value: unknown, key: KeysOf<Shape> | Extra): unknown =>
    fieldOf(value, key);

/** The text, or undefined for what is not one. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text, or undefined for what is none or empty. */
export function asWord(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The whole number from 0 up, or undefined for what is not one. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The finite number from 0 up, or undefined for what is not one. */
export function asAmount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The list, or an empty one for what is not one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A JSON object as a record, or undefined for anything else. Its properties are its own ones only. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.assign(Object.create(null), value) as Record<string, unknown>;
}

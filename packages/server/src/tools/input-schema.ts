import * as z from 'zod';

/** A JSON Schema of an object, as `tools/list` carries it. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

/**
 * The JSON Schema of a tool's arguments without what no host reads: every conversation pays for each byte of it. The dialect
 * is 2020-12, which is what the protocol assumes of a schema that names none.
 * @param undescribed arguments to leave without a description
 */
export function inputSchema(schema: z.ZodType, undescribed: readonly string[]): InputSchema {
  const { $schema: _, properties = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  const shown = Object.entries(properties).map(([name, property]) => {
    if (typeof property !== 'object' || !undescribed.includes(name)) return [name, lean(property)];
    const { description: __, ...bare } = property;
    return [name, lean(bare)];
  });
  return { ...rest, type: 'object', properties: Object.fromEntries(shown) };
}

/** Drops the bounds that zod states for every integer, which say nothing to a caller. */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, bound]) =>
      !((key === 'minimum' || key === 'maximum') && Math.abs(bound as number) === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, lean(inner)]));
}

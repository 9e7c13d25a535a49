/** A property of a JSON Schema, as far as tools use it. */
export interface PropertySchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly items?: PropertySchema;
}

/** What a value may be, in a few words. */
export function schemaText(schema: PropertySchema): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${word}\``).join(', ');
  switch (schema.type) {
    case 'integer':
      return `whole number${rangeText(schema.minimum, schema.maximum)}`;
    case 'number':
      return schema.exclusiveMinimum === undefined
        ? `number${rangeText(schema.minimum, schema.maximum)}`
        : `number above ${schema.exclusiveMinimum}${schema.maximum === undefined ? '' : ` up to ${schema.maximum}`}`;
    case 'object':
      return 'object of names and values';
    case 'boolean':
      return '`true` or `false`';
    case 'array':
      return `list of ${schema.items === undefined ? 'values' : plural(schemaText(schema.items))}`;
    case 'string':
      return schema.maxLength === undefined
        ? 'text'
        : `text of at most ${schema.maxLength.toLocaleString('en')} characters`;
    default:
      throw new Error(`no words for a property of the type ${schema.type}: add them to scripts/docs/schema-text.ts`);
  }
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return '';
  return most === undefined ? ` from ${least}` : ` from ${least} to ${most}`;
}

function plural(words: string): string {
  return words === 'text' ? 'texts' : words;
}

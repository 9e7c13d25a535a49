import * as z from 'zod';
import type { AgentAdapter } from '../../contract/adapter.js';

/** Values of one option to try. */
export interface OptionSample {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Names of an adapter's options; none when its schema is no object of zod. */
export function optionNames<Options>(adapter: AgentAdapter<Options>): readonly string[] {
  const { shape } = adapter.options as unknown as { shape?: object };
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}

/**
 * Values for every option of an adapter: the author's, else what its schema says of it (the words of an enum, true, a number in its
 * range, two words of text), as far as the schema takes them.
 */
export function optionSamples<Options>(
  adapter: AgentAdapter<Options>,
  given: Readonly<Record<string, readonly unknown[]>>,
): readonly OptionSample[] {
  const properties = schemaProperties(adapter);
  return optionNames(adapter).map((name) => {
    const values = given[name] ?? valuesOf(properties[name] ?? {});
    return { name, values: values.filter((value) => adapter.options.safeParse({ [name]: value }).success) };
  });
}

interface Property {
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly anyOf?: readonly Property[];
}

function schemaProperties<Options>(adapter: AgentAdapter<Options>): Readonly<Record<string, Property>> {
  try {
    const schema = z.toJSONSchema(adapter.options, { io: 'input', unrepresentable: 'any' });
    return (schema.properties ?? {}) as Readonly<Record<string, Property>>;
  } catch {
    return {};
  }
}

function valuesOf(property: Property): readonly unknown[] {
  if (property.enum) return property.enum;
  if (property.const !== undefined) return [property.const];
  if (property.anyOf) return property.anyOf.flatMap(valuesOf);
  switch (property.type) {
    case 'boolean':
      return [true];
    case 'integer':
    case 'number':
      return [property.minimum ?? 1, (property.minimum ?? 1) + 1];
    case 'string':
      return ['sample-1', 'sample-2'];
    default:
      return [];
  }
}

import type { AgentAdapter } from '@agentmount/core';
import type * as z from 'zod';

/**
 * The adapter's own options by name, each with its schema. Throws a `TypeError` when the adapter's `options` is not a zod
 * object.
 */
export function optionsShape(adapter: AgentAdapter): Readonly<Record<string, z.ZodType>> {
  const { shape } = adapter.options as unknown as { shape?: Readonly<Record<string, z.ZodType>> };
  if (typeof shape !== 'object' || shape === null) {
    throw new TypeError(`adapter ${adapter.name}: options must be a zod object`);
  }
  return shape;
}

import type { AgentAdapter } from '@agentmount/core';
import * as z from 'zod';
import { configurationSchema } from './configuration-schema.js';

/**
 * The JSON Schema of the configuration file that the package publishes for editors, in the dialect that all of them read.
 * @param adapters those whose variables it lists
 */
export function publishedSchema(adapters: readonly AgentAdapter[]): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(configurationSchema(adapters), { target: 'draft-7', io: 'input' });
  return { title: 'Configuration of agentmount', ...schema };
}

import type { AgentAdapter } from '@agentmount/core';
import { optionsShape, variableDocuments, variablePrefix } from '@agentmount/server';
import * as z from 'zod';

const value = z.union([z.string().min(1), z.number(), z.boolean()]).meta({ id: 'value' });

const variables = z
  .record(z.string(), value)
  .describe("The agent's environment variables, without what their names begin with: MODEL for QWEN_MCP_MODEL");

const agent = z.strictObject({
  package: z
    .string()
    .min(1)
    .optional()
    .describe(
      "A package that exports an adapter, installed beside this file; or a path, absolute or from this file's folder",
    ),
  profile: z
    .string()
    .min(1)
    .optional()
    .describe(
      "A profile of an agent that speaks the Agent Client Protocol: a path, absolute or from this file's folder",
    ),
  variables: variables.optional(),
});

/** What a configuration file says of one agent. */
export type AgentConfiguration = z.infer<typeof agent>;

/**
 * The form of the configuration file.
 * @param adapters those whose variables are listed one by one, for an editor to offer; of others every name is taken, and is checked
 * once the adapter has been loaded
 */
export function configurationSchema(adapters: readonly AgentAdapter[] = []) {
  const known = Object.fromEntries(adapters.map((adapter) => [adapter.name, knownAgent(adapter).optional()]));
  return z.strictObject({
    $schema: z.string().optional().describe('Where this schema is, for an editor'),
    serve: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('The agents that "agentmount serve" offers when it names none'),
    agents: z
      .object(known as Record<never, never>)
      .catchall(agent)
      .optional()
      .describe('Agents by name'),
  });
}

function knownAgent(adapter: AgentAdapter) {
  const prefix = variablePrefix(adapter);
  const shape = optionsShape(adapter);
  const options = new Map((adapter.optionDefaults ?? []).map(({ variable, option }) => [variable, shape[option]]));
  const described = variableDocuments(adapter).map(({ name, meaning, default: unset }) => {
    const variable = name.slice(prefix.length);
    const form = options.get(variable) ?? (variable === 'TRANSPORT' ? transports(adapter) : value);
    return [variable, form.optional().describe(`${meaning} (default: ${unset})`)] as const;
  });
  return agent.extend({ variables: z.strictObject(Object.fromEntries(described)).optional() });
}

function transports({ transports: [first, ...others] }: AgentAdapter) {
  return z.enum([first.name, ...others.map(({ name }) => name)]);
}

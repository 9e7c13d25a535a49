import * as z from 'zod';

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

const mem0Provider = z.strictObject({
  type: z.literal('mem0-platform-v3'),
  apiKeyEnv: variableName,
  appId: z.string().trim().min(1).max(256),
});

const genericHttpProvider = z.strictObject({
  type: z.literal('generic-http-search-v1'),
  baseUrl: z.string(),
  tokenEnv: variableName,
});

const common = {
  timeoutMs: z.int().min(1).max(30_000).default(5000),
  provider: z.discriminatedUnion('type', [mem0Provider, genericHttpProvider]),
};

/** Configuration of the on-demand profile. */
const version1 = z.strictObject({ version: z.literal(1), ...common });

/** Configuration of the auto-recall profile. */
const version2 = z.strictObject({
  version: z.literal(2),
  ...common,
  autoRecall: z.strictObject({
    repositoryRoot: z.string(),
    timeoutMs: z.int().min(1).max(5000).default(1500),
  }),
});

/** The configuration file, in both of its versions. Unknown keys are refused at every level. */
export const configurationSchema = z.discriminatedUnion('version', [version1, version2]);

/** What a configuration file says, with its defaults filled in. */
export type ConfigurationFile = z.infer<typeof configurationSchema>;

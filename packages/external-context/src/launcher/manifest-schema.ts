import * as z from 'zod';

/** An absolute path is checked later, with a message of its own; here it is text that fits on one line. */
const path = z.string().regex(/^[^\p{Cc}]{1,4096}$/u);
const line = z.string().regex(/^[^\p{Cc}]{1,4096}$/u);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const common = {
  nodePath: path,
  qwenEntry: path,
  qwenVersion: z.string().regex(/^\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,64}$/),
  repositoryRoot: path,
  providerConfigPath: path,
  credentialPath: path,
  systemSettingsPath: path,
  systemDefaultsPath: path,
  qwenHome: path,
  homePath: path.optional(),
  environment: z
    .record(
      z.string().regex(/^[A-Z][A-Z0-9_]{0,127}$/),
      z.union([z.strictObject({ value: line }), z.strictObject({ file: path })]),
    )
    .default({}),
  proxy: z.strictObject({ http: line, https: line, noProxy: line }).optional(),
  searchPath: z.array(path).min(1).default(['/usr/local/bin', '/usr/bin', '/bin']),
  trustedOwnerUids: z.array(z.int().min(0)).min(1).default([0]),
  allowRoot: z.boolean().default(false),
  repositoryScreen: z.enum(['warn', 'refuse']).default('warn'),
};

const onDemand = z.strictObject({
  profile: z.literal('on-demand'),
  ...common,
  searchServerPath: path,
  mcpConfigPath: path,
  onlyPinnedServer: z.boolean().default(true),
  sha256: z.strictObject({ qwenEntry: digest.optional(), searchServer: digest.optional() }).default({}),
});

const autoRecall = z.strictObject({
  profile: z.literal('auto-recall'),
  ...common,
  hookPath: path,
  sha256: z.strictObject({ qwenEntry: digest.optional(), hook: digest.optional() }).default({}),
});

/** The administrator's manifest for one launcher. Unknown keys are refused at every level. */
export const manifestSchema = z.discriminatedUnion('profile', [onDemand, autoRecall]);

/** Everything that a launcher knows, defaults filled in. `docs/launchers.md` explains the fields. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Which of the two profiles a launcher starts. */
export type Profile = Manifest['profile'];

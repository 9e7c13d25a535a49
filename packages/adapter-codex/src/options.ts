import * as z from 'zod';

/** What codex's commands may touch, from the least to the most (0.171.0). */
const SANDBOXES = ['read-only', 'workspace-write', 'danger-full-access'] as const;

/** When codex asks, from the most often to never. */
const APPROVAL_POLICIES = ['untrusted', 'on-request', 'never'] as const;

/** The reasoning efforts that its models have between them; codex hands on what it is told, and the provider refuses what it has not. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra'] as const;

/** What a caller can set besides the common arguments. The descriptions are part of every conversation: they are short. */
export const codexOptions = z.strictObject({
  sandbox: z
    .enum(SANDBOXES)
    .optional()
    .describe(
      'What its commands and edits may touch. workspace-write: its directory, no network. danger-full-access: all.',
    ),
  approval_policy: z
    .enum(APPROVAL_POLICIES)
    .optional()
    .describe(
      'When it asks. untrusted: before every command. on-request: to leave the sandbox. never: that is refused.',
    ),
  effort: z.enum(EFFORTS).optional().describe('How long the model thinks'),
  output_schema: z.string().optional().describe('JSON Schema, as text, that the answer has to fit'),
});

/** The adapter's own options, parsed. */
export type CodexOptions = z.infer<typeof codexOptions>;
export type Sandbox = (typeof SANDBOXES)[number];

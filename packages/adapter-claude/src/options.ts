import * as z from 'zod';

/** Approval modes, from the most careful to the least; the words that every adapter uses where it can. */
const APPROVAL_MODES = ['plan', 'default', 'auto-edit', 'auto', 'yolo'] as const;

/** The reasoning efforts of claude 2.1.332. A model may have fewer: the handshake says which. */
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** What a caller can set besides the common arguments. The descriptions are part of every conversation: they are short. */
export const claudeOptions = z.strictObject({
  approval_mode: z
    .enum(APPROVAL_MODES)
    .optional()
    .describe('What claude may do without asking. plan: only look. yolo: everything.'),
  allowed_tools: z
    .string()
    .optional()
    .describe('Only these tools can run, in every mode: comma-separated, e.g. Read,Grep,Glob'),
  denied_tools: z
    .string()
    .optional()
    .describe('These cannot run: comma-separated tools or rules, e.g. Bash(git push:*)'),
  effort: z.enum(EFFORTS).optional().describe('How long the model thinks'),
  output_schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schema; the answer is then JSON that fits it'),
  max_budget_usd: z.number().positive().max(10_000).optional().describe('Ends the run when it has cost more'),
});

/** The adapter's own options, parsed. */
export type ClaudeOptions = z.infer<typeof claudeOptions>;

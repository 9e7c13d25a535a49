import * as z from 'zod';

/** The approval modes of qwen 0.24.4, from the most careful to the least. */
const APPROVAL_MODES = ['plan', 'default', 'auto-edit', 'auto', 'yolo'] as const;

/** The reasoning efforts of qwen 0.24.4. */
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** What a caller can set besides the common arguments. The descriptions are part of every conversation: they are short. */
export const qwenOptions = z.strictObject({
  approval_mode: z
    .enum(APPROVAL_MODES)
    .optional()
    .describe('What qwen may do without asking. plan: only look. yolo: everything.'),
  allowed_tools: z
    .string()
    .optional()
    .describe('Only these tools can run, in every mode: comma-separated, e.g. read_file,grep_search,glob'),
  effort: z.enum(EFFORTS).optional().describe('How long the model thinks'),
});

/** The adapter's own options, parsed. */
export type QwenOptions = z.infer<typeof qwenOptions>;

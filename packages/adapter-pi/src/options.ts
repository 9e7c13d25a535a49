import * as z from 'zod';

/** The reasoning levels of pi 1.6.0. */
export const THINKING_LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** What a caller can set besides the common arguments. The descriptions are part of every conversation: they are short. */
export const piOptions = z.strictObject({
  thinking: z.enum(THINKING_LEVELS).optional().describe('Reasoning level'),
  tools: z
    .string()
    .optional()
    .describe(
      'Only these tools can run: comma-separated, e.g. read,grep,find,ls. Or changes to the defaults: +grep,-bash',
    ),
  no_tools: z.boolean().optional().describe('No tools at all: reasoning over the prompt alone'),
});

/** The adapter's own options, parsed. */
export type PiOptions = z.infer<typeof piOptions>;

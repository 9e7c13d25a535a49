import * as z from 'zod';
import type { AcpAgentProfile } from './agent-profile.js';

/** The adapter's own options, parsed. */
export interface AcpOptions {
  readonly mode?: string | undefined;
  readonly effort?: string | undefined;
}

/** The options that a profile has. */
export function acpOptions({ modes, effort }: Pick<AcpAgentProfile, 'modes' | 'effort'>): z.ZodType<AcpOptions> {
  const shape: Record<string, z.ZodType<string | undefined>> = {};
  if (modes) shape.mode = z.enum(modes.values).optional().describe('What it may do without asking');
  if (effort) shape.effort = z.enum(effort.values).optional().describe('How long the model thinks');
  return z.strictObject(shape);
}

import type { Event } from '@agentmount/core';
import { asAmount, asCount } from '@agentmount/core';
import { costField, usageField } from './wire.js';

/**
 * One model request. pi counts cached tokens beside `input`, the contract within it. All zeros is what pi writes for a request that
 * failed or whose provider counts nothing; a cost of 0 is what it writes for a model whose price it does not know. Both are unknown.
 */
export function readUsage(usage: unknown): readonly Event[] {
  const [input = 0, read = 0, write = 0, output = 0] = (['input', 'cacheRead', 'cacheWrite', 'output'] as const).map(
    (key) => asCount(usageField(usage, key)),
  );
  if (input + read + write + output === 0) return [];
  const cost = asAmount(costField(usageField(usage, 'cost'), 'total'));
  return [{ type: 'usage', scope: 'step', input: input + read + write, output, ...(cost && { cost }) }];
}

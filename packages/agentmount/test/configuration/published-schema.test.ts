import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtInAgents } from '../../src/agents/built-in-agents.js';
import { publishedSchema } from '../../src/configuration/published-schema.js';

it('is the one that the package ships (npm test -- packages/agentmount -u writes it anew)', async () => {
  const adapters = await Promise.all([...builtInAgents.values()].map((load) => load()));
  const file = fileURLToPath(new URL('../../configuration.schema.json', import.meta.url));
  await expect(`${JSON.stringify(publishedSchema(adapters), null, 2)}\n`).toMatchFileSnapshot(file);
});

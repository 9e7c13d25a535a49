import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { builtInAgents } from '../../src/agents/built-in-agents.js';
import { publishedSchema } from '../../src/configuration/published-schema.js';

it('the schema that the package ships is what the program takes (npm run docs writes it)', async () => {
  const adapters = await Promise.all([...builtInAgents.values()].map((load) => load()));
  const shipped = await readFile(new URL('../../configuration.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(shipped)).toEqual(publishedSchema(adapters));
});

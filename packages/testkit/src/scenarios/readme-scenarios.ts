import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { connectClient } from '../mcp-client.js';
import { createTemporaryFolder } from '../temporary-folder.js';
import { configurations, firstColumn, marked } from './readme-parts.js';
import { type DescribedVariable, ENGLISH, type VariablesLanguage, variablesTable } from './variables-table.js';

/** A program's README says of its variables, its tools and its configuration exactly what the program does. */
export function readmeScenarios(
  readme: URL,
  variables: readonly DescribedVariable[],
  language: VariablesLanguage = ENGLISH,
): void {
  it('the table of environment variables in the README is the one that the program reads', async () => {
    expect(marked(await readFile(readme, 'utf8'), 'variables')).toBe(variablesTable(variables, language));
  });

  it('the configurations in the README start the server, whose tools and arguments are the ones in its tables', async () => {
    const text = await readFile(readme, 'utf8');
    const found = configurations(text);
    expect(found.length).toBeGreaterThan(1);
    await using home = await createTemporaryFolder();
    const env = { PATH: process.env.PATH ?? '', HOME: home.directory };
    for (const { command, args } of found) {
      expect(command).toBe('node');
      const placed = args.map((arg) => arg.replace(/^\/absolute\/path\/to\/packages\/[^/]+\//, folderOf(readme)));
      await using client = await connectClient({
        sdk: '1.x',
        command: process.execPath,
        args: placed,
        env,
        cwd: home.directory,
      });
      const tools = await client.listTools();
      expect(firstColumn(marked(text, 'tools'))).toEqual(tools.map(({ name }) => name));
      const [start, reply] = tools.map(({ inputSchema }) => Object.keys(inputSchema.properties as object));
      expect(new Set(firstColumn(marked(text, 'arguments')))).toEqual(new Set([...(start ?? []), ...(reply ?? [])]));
    }
  });
}

function folderOf(file: URL): string {
  return fileURLToPath(new URL('.', file));
}

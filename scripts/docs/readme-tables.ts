import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentAdapter } from '../../packages/core/src/index.ts';
import { russian } from '../../packages/qwen-cli-mcp/test/russian.ts';
import { variableDocuments } from '../../packages/server/src/settings/variable-documents.ts';
import {
  ENGLISH,
  type VariablesLanguage,
  variablesTable,
} from '../../packages/testkit/src/scenarios/variables-table.ts';

const root = join(import.meta.dirname, '..', '..');

/** The READMEs of the server programs, by their paths, with the table of variables that the code has now. */
export async function readmeTables(servers: readonly AgentAdapter[]): Promise<[path: string, text: string][]> {
  const pages = servers.flatMap((adapter) => {
    const english = { adapter, file: 'README.md', language: ENGLISH };
    return adapter.name === 'qwen' ? [english, { adapter, file: 'README.ru.md', language: russian }] : [english];
  });
  return Promise.all(pages.map(({ adapter, file, language }) => withTable(adapter, file, language)));
}

async function withTable(
  adapter: AgentAdapter,
  file: string,
  language: VariablesLanguage,
): Promise<[path: string, text: string]> {
  const path = `packages/${adapter.name}-cli-mcp/${file}`;
  const text = await readFile(join(root, path), 'utf8');
  const table = variablesTable(variableDocuments(adapter), language);
  const part = /(<!-- variables -->\n)[\s\S]*?(\n<!-- end of variables -->)/;
  if (!part.test(text)) throw new Error(`${path} has no place for the table of variables`);
  return [path, text.replace(part, (_, start: string, end: string) => `${start}\n${table}\n${end}`)];
}

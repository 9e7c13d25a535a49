import { publishedSchema } from '../../packages/agentmount/src/configuration/published-schema.ts';
import { agentsPage } from './agents-page.ts';
import { documentedAdapters } from './documented-adapters.ts';
import { errorsPage } from './errors-page.ts';
import { programsPage } from './programs-page.ts';
import { readmeTables } from './readme-tables.ts';
import { stateFilesPage } from './state-files-page.ts';
import { toolsPage } from './tools-page.ts';
import { variablesPage } from './variables-page.ts';

/** Those that have a server program of their own, `X-cli-mcp`. */
const WITH_PROGRAM = ['qwen', 'pi'];

/** The documents that are made from the code, wholly or in part, by their paths from the root of the workspace. */
export async function documents(): Promise<ReadonlyMap<string, string>> {
  const adapters = documentedAdapters;
  const servers = adapters.filter(({ name }) => WITH_PROGRAM.includes(name));
  return new Map([
    ['docs/reference/agents.md', agentsPage(adapters)],
    ['docs/reference/tools.md', toolsPage(adapters)],
    ['docs/reference/variables.md', variablesPage(adapters)],
    ['docs/reference/programs.md', await programsPage(servers, adapters)],
    ['docs/reference/errors.md', errorsPage()],
    ['packages/agentmount/configuration.schema.json', `${JSON.stringify(publishedSchema(adapters), null, 2)}\n`],
    ['docs/reference/state-files.md', stateFilesPage(adapters)],
    ...(await readmeTables(servers)),
  ]);
}

import type { AgentAdapter } from '../../packages/core/src/index.ts';
import { stateFiles } from '../../packages/core/src/state/state-files.ts';
import { settingsVariables, variablePrefix } from '../../packages/server/src/settings/variables.ts';
import { code, page, table } from './markdown.ts';

/** What servers keep on disk. */
export function stateFilesPage(adapters: readonly AgentAdapter[]): string {
  return page('Files that servers keep', [
    'All servers of one user that stand on the same adapter share one folder: the one that holds the session index.',
    table(
      ['adapter', 'index', 'moved by'],
      adapters.map((adapter) => {
        const { statePath } = settingsVariables(adapter, '~');
        return [code(adapter.name), code(statePath.default), code(variablePrefix(adapter) + statePath.name)];
      }),
    ),
    'New folders have the mode 0700 and new files 0600; a folder that exists keeps its mode. No prompt is ever written, and of answers only ' +
      'those that are too long for a report. The conversations themselves are kept by the agents, in their own places.',
    table(
      ['path', 'holds', 'goes'],
      stateFiles.map(({ path, holds, goes }) => [path.split(', ').map(code).join(', '), holds, goes]),
    ),
    'A lock is a symbolic link that points nowhere and whose target is its text (`readlink` shows it), because that is complete from its first ' +
      'moment; where there are no symbolic links it is an ordinary file.',
    'Beside this folder, an agent whose launch needs a file that no argument can carry (a long system prompt, settings) finds it in a folder ' +
      '`agentmount-…` of its own under the temporary directory, with the same modes; it goes with the process.',
    'Where the folder cannot be used, the server serves from memory, and every report says so. The whole folder may be deleted while no server ' +
      'runs: what is lost is the list of sessions, each of which can still be continued by giving its `cwd`.',
  ]);
}

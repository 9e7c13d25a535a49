import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a package's manifest and module say, where they differ from a package that is as it should be. */
export interface HeronPackage {
  /** The module's text. */
  readonly module?: string;
  readonly manifest?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a third party's package with the adapter of an invented agent, as npm would have installed it: its dependencies, the built
 * core and zod, lie beside it.
 * @param folder the one that holds node_modules
 * @returns the package's own folder
 */
export async function writeHeronPackage(
  folder: string,
  { module = HERON, manifest }: HeronPackage = {},
): Promise<string> {
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'agentmount-adapter-heron');
  await mkdir(home, { recursive: true });
  await link(fileURLToPath(new URL('../../../core', import.meta.url)), join(modules, '@agentmount', 'core'));
  await link(fileURLToPath(new URL('../../node_modules/zod', import.meta.url)), join(modules, 'zod'));
  const said = {
    name: 'agentmount-adapter-heron',
    version: '1.0.0',
    type: 'module',
    exports: './adapter.js',
    ...manifest,
  };
  await writeFile(join(home, 'package.json'), JSON.stringify(said));
  await writeFile(join(home, 'adapter.js'), module);
  return home;
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, 'junction');
}

/** An agent that is prompted by one line and answers by one line. */
export const HERON = `
import { defineAdapter } from '@agentmount/core';
import * as z from 'zod';

export default defineAdapter({
  name: 'heron',
  title: 'Heron',
  executable: {
    command: 'heron',
    install: 'npm i -g heron',
    versionArgs: ['--version'],
    tested: { from: '1.0.0', below: '2.0.0' },
  },
  options: z.strictObject({ patience: z.int().optional().describe('How long it stands still'), asleep: z.boolean().optional() }),
  transports: [
    {
      name: 'line',
      launch: (setup) => ({ transport: 'line', args: [], env: {}, cwd: setup.cwd }),
      codec: () => ({
        open: () => [{ type: 'session', id: 'h-1' }, { type: 'ready' }],
        prompt: (task) => [{ type: 'send', line: JSON.stringify({ text: task.text, options: task.options }) }],
        frame: (line) => [{ type: 'text', channel: 'answer', text: line }, { type: 'settled', outcome: 'completed' }, { type: 'ready' }],
        lost: () => [],
        exit: () => [],
      }),
    },
  ],
  sessionId: /^h-[0-9]{1,9}$/,
  unknownSession: 'fails',
  modelColumns: [{ key: 'id', title: 'model' }],
  texts: { about: 'Heron, an invented agent', danger: 'it does what its script says' },
});
`;

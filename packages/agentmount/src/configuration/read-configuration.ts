import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { CommandIo } from '../program/command-io.js';
import { UsageError } from '../program/usage-error.js';
import type { Configuration } from './configuration.js';
import { configurationSchema } from './configuration-schema.js';
import { issueText } from './issue-text.js';
import { personalPath } from './personal-path.js';

/** The variable that names another file. */
export const CONFIGURATION_VARIABLE = 'AGENTMOUNT_CONFIG';

/**
 * Reads the configuration file: the one that a flag names, else `AGENTMOUNT_CONFIG`, else the one in the person's configuration
 * folder, which need not be there. Throws a {@link UsageError} that names the file and every place in it that is wrong.
 * @param named the value of `--config`
 */
export async function readConfiguration(io: CommandIo, named: string | undefined): Promise<Configuration> {
  const variable = io.environment[CONFIGURATION_VARIABLE] || undefined;
  const file =
    named !== undefined
      ? absolute('--config', named, io)
      : variable === undefined
        ? defaultFile(io)
        : absolute(CONFIGURATION_VARIABLE, variable, io);
  const text = await readText(file, named !== undefined || variable !== undefined);
  const content = text === undefined ? {} : parse(file, text);
  return {
    file,
    folder: dirname(file),
    serve: content.serve ?? [],
    agents: new Map(Object.entries(content.agents ?? {})),
  };
}

function absolute(what: string, path: string, { home, cwd }: CommandIo): string {
  const found = personalPath(path, home);
  if (found !== undefined) return found;
  const shown = JSON.stringify(path);
  throw new UsageError(`${what} must be an absolute path, or begin with ~/, but is ${shown}; write ${join(cwd, path)}`);
}

function defaultFile({ environment, home }: CommandIo): string {
  const folder = environment.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(folder) ? folder : join(home, '.config'), 'agentmount', 'config.json');
}

async function readText(file: string, isNamed: boolean): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) return undefined;
    const reason = code === 'ENOENT' ? 'there is no such file' : (code ?? String(error));
    throw new UsageError(`the configuration file ${file} cannot be read: ${reason}.`);
  }
}

function parse(file: string, text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`);
  }
  const parsed = configurationSchema().safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new UsageError(...parsed.error.issues.map((issue) => `${file}: ${issueText(issue)}`));
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../src/configuration/read-configuration.js';
import { UsageError } from '../../src/program/usage-error.js';
import { testIo } from '../support/test-io.js';

async function write(file: string, content: unknown): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** What reading a file of this content says, the file's name taken out. */
async function problemsOf(content: unknown): Promise<readonly string[]> {
  await using folder = await createTemporaryFolder();
  const file = await write(join(folder.directory, 'config.json'), content);
  const error = await readConfiguration(testIo(folder.directory), file).catch((thrown: unknown) => thrown);
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${JSON.stringify(error)}`);
  expect(error.problems.every((problem) => problem.startsWith(file))).toBe(true);
  return error.problems.map((problem) => problem.slice(file.length));
}

describe('where the file is', () => {
  it('is asked of the flag, then of the variable, then of the configuration folder', async () => {
    await using folder = await createTemporaryFolder();
    const home = folder.directory;
    const at = async (path: string) => write(join(home, path), { serve: [path] });
    const served = async (environment: Record<string, string>, named?: string) => {
      return (await readConfiguration(testIo(home, environment), named)).serve;
    };
    expect(await served({})).toEqual([]);
    await at('.config/agentmount/config.json');
    await at('xdg/agentmount/config.json');
    const variable = { AGENTMOUNT_CONFIG: await at('variable.json') };
    const flag = await at('flag.json');
    expect(await served({})).toEqual(['.config/agentmount/config.json']);
    expect(await served({ AGENTMOUNT_CONFIG: '' })).toEqual(['.config/agentmount/config.json']);
    expect(await served({ XDG_CONFIG_HOME: join(home, 'xdg') })).toEqual(['xdg/agentmount/config.json']);
    // A relative one means nothing, says its specification.
    expect(await served({ XDG_CONFIG_HOME: 'xdg' })).toEqual(['.config/agentmount/config.json']);
    expect(await served({ ...variable, XDG_CONFIG_HOME: join(home, 'xdg') })).toEqual(['variable.json']);
    expect(await served(variable, flag)).toEqual(['flag.json']);
    expect(await served(variable, '~/flag.json')).toEqual(['flag.json']);
  });

  it('has to be there when it was named, and is never looked for from the working directory', async () => {
    await using folder = await createTemporaryFolder();
    const io = testIo(folder.directory, { AGENTMOUNT_CONFIG: 'mine.json' });
    await expect(readConfiguration(io, undefined)).rejects.toThrow(
      `AGENTMOUNT_CONFIG must be an absolute path, or begin with ~/, but is "mine.json"; write ${join(folder.directory, 'mine.json')}`,
    );
    await expect(readConfiguration(io, '~/mine.json')).rejects.toThrow(
      `the configuration file ${join(folder.directory, 'mine.json')} cannot be read: there is no such file.`,
    );
  });
});

describe('what is wrong in the file', () => {
  it.each([
    ['[]', [': the file must be an object.']],
    [{ agent: {} }, [': there is no key agent; did you mean agents?']],
    [{ serve: [] }, [': serve must not be empty; leave it out instead.']],
    [{ serve: 'qwen' }, [': serve must be a list of texts.']],
    [{ serve: ['qwen', 7] }, [': serve.1 must be a text.']],
    [
      { agents: { qwen: { MODEL: 'x' } } },
      [': there is no key agents.qwen.MODEL; there are package, profile, variables.'],
    ],
    [
      { agents: { qwen: { variables: { MODEL: '', ENV_ALLOW: ['PATH'] } } } },
      [
        ': agents.qwen.variables.MODEL must not be empty; leave it out instead.',
        ': agents.qwen.variables.ENV_ALLOW must be a text that is not empty, a number, true or false.',
      ],
    ],
    [
      { agents: { heron: { profile: 3, pakage: 'x' } } },
      [': agents.heron.profile must be a text.', ': there is no key agents.heron.pakage; did you mean package?'],
    ],
  ])('%j is named by its place, with what to write', async (content, problems) => {
    expect(await problemsOf(content)).toEqual(problems);
  });

  it('is said with its line when it is no JSON', async () => {
    const [problem] = await problemsOf('{\n  "serve": [,]\n}\n');
    expect(problem).toMatch(/^ is not JSON: .+\.$/s);
  });
});

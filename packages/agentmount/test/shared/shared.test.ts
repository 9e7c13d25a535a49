import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { callProgram, PROGRAM } from '../support/program.js';

/** A person with programs of these names on the PATH, none of which is an agent. */
async function withPrograms(...names: readonly string[]) {
  const folder = await createTemporaryFolder('programs');
  const bin = join(folder.directory, 'bin');
  const settings = join(folder.directory, '.config', 'agentmount');
  await mkdir(bin);
  await mkdir(settings, { recursive: true });
  for (const name of names) {
    await writeFile(join(bin, name), '#!/bin/sh\nexit 1\n');
    await chmod(join(bin, name), 0o755);
  }
  const env = { HOME: folder.directory, PATH: `${bin}:/usr/bin:/bin` };
  return {
    home: folder.directory,
    file: join(settings, 'config.json'),
    configure: (content: unknown) => writeFile(join(settings, 'config.json'), JSON.stringify(content)),
    call: (...args: readonly string[]) => callProgram(args, { env, work: folder.directory }),
    [Symbol.asyncDispose]: () => folder.dispose(),
  };
}

const servedBy = (stdout: string) => JSON.parse(stdout).mcpServers.agentmount.args as string[];

describe('agentmount hosts', () => {
  it('has the host serve what is installed, what the file says, or what is named', async () => {
    await using person = await withPrograms('pi', 'codex');
    expect(servedBy((await person.call('hosts', 'cursor')).stdout)).toEqual([PROGRAM, 'serve', 'pi', 'codex']);
    expect(servedBy((await person.call('hosts', 'cursor', '--agents', 'qwen,pi')).stdout)).toEqual([
      PROGRAM,
      'serve',
      'qwen',
      'pi',
    ]);
    await person.configure({ serve: ['kimi'] });
    expect(servedBy((await person.call('hosts', 'cursor')).stdout)).toEqual([PROGRAM, 'serve']);
    expect(servedBy((await person.call('hosts', 'cursor', '--config', person.file)).stdout)).toEqual([
      PROGRAM,
      'serve',
      '--config',
      person.file,
    ]);
    expect(await person.call('hosts', 'cursor', '--agents', 'qwne')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^agentmount hosts: there is no agent "qwne"; did you mean qwen\?/),
    });
  });

  it('says that there is nothing to serve', async () => {
    await using person = await withPrograms();
    const { code, stderr } = await person.call('hosts', 'cursor');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'agentmount hosts: no agent is installed here; name those to serve: --agents qwen,pi\n',
    });
  });

  it('writes it for a host', async () => {
    await using person = await withPrograms('pi');
    expect((await person.call('hosts', 'cursor', '--write')).code).toBe(0);
    const written = await readFile(join(person.home, '.cursor', 'mcp.json'), 'utf8');
    expect(servedBy(written)).toEqual([PROGRAM, 'serve', 'pi']);
  });
});

describe('agentmount doctor', () => {
  it('is about the agents that are installed, and those that the file or the person names', async () => {
    await using person = await withPrograms('pi');
    const titles = async (...words: readonly string[]) => {
      const { stdout } = await person.call('doctor', ...words);
      return [...stdout.matchAll(/^\S.* \((\w+)\)$/gm)].map(([, name]) => name);
    };
    expect(await titles()).toEqual(['pi']);
    expect(await titles('codex')).toEqual(['codex']);
    await person.configure({ serve: ['kimi'], agents: { qwen: { variables: { MODEL: 'x' } } } });
    expect(await titles()).toEqual(['qwen', 'pi', 'kimi']);
  });

  it('says of all of them how to get them when there is none', async () => {
    await using person = await withPrograms();
    const { code, stdout } = await person.call('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain('npm i -g @qwen-code/qwen-code');
    expect(stdout).toContain('npm i -g @openai/codex');
  });
});

it('the other commands are about every agent, and take the configuration file', async () => {
  await using person = await withPrograms();
  expect(await person.call('running')).toEqual({ code: 0, stdout: 'No turn is running.\n', stderr: '' });
  expect(await person.call('sessions', 'qwen', 'gemini')).toMatchObject({ code: 0, stderr: '' });
  await person.configure({ agents: { pi: { variables: { COLOUR: 'x' } } } });
  // What cannot be used does not stand in the way of seeing and stopping the rest.
  const { code, stdout, stderr } = await person.call('running');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No turn is running.\n' });
  expect(stderr).toContain(`agentmount: ${person.file}: agents.pi.variables.COLOUR is not a variable of pi;`);
});

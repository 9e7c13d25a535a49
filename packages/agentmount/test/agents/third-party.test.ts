import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, createTemporaryFolder, scriptedAgent } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { HERON, type HeronPackage, writeHeronPackage } from '../support/heron-package.js';
import { callProgram, PROGRAM } from '../support/program.js';

/** A person's home with a configuration folder, and a working directory beside it. */
async function createPerson() {
  const folder = await createTemporaryFolder('person');
  const home = join(folder.directory, 'home');
  const settings = join(home, '.config', 'agentmount');
  const work = join(folder.directory, 'work');
  await mkdir(settings, { recursive: true });
  await mkdir(work);
  const env = { HOME: home, PATH: process.env.PATH ?? '' };
  return {
    home,
    settings,
    work,
    env,
    configure: (content: unknown) => writeFile(join(settings, 'config.json'), JSON.stringify(content)),
    call: (...args: readonly string[]) => callProgram(args, { env, work }),
    [Symbol.asyncDispose]: () => folder.dispose(),
  };
}

/** A module that leaves a trace when it is loaded. */
function malicious(trace: string): string {
  return `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(trace)}, '');\n${HERON}`;
}

describe("a third party's package", () => {
  it('is found beside the configuration file, by its name and by the name of its agent', async () => {
    await using person = await createPerson();
    await writeHeronPackage(person.settings);
    await person.configure({
      agents: { heron: { package: 'agentmount-adapter-heron', variables: { WAIT_MS: 1000 } } },
    });
    const tools = async (...words: string[]) => {
      const args = [PROGRAM, 'serve', ...words];
      await using client = await connectClient({
        sdk: '2.x',
        command: process.execPath,
        args,
        env: person.env,
        cwd: person.work,
      });
      expect(client.serverInfo?.name).toBe('agentmount');
      return (await client.listTools()).map(({ name }) => name);
    };
    const own = ['', '_reply', '_send', '_wait', '_running', '_sessions', '_models'].map((end) => `heron${end}`);
    expect(await tools('heron')).toEqual(own);
    expect(await tools('agentmount-adapter-heron')).toEqual(own);
    expect((await tools('pi', join(person.settings, 'node_modules', 'agentmount-adapter-heron'))).slice(8)).toEqual(
      own,
    );
  });

  it('is driven like any other agent, its options as flags', async () => {
    await using agent = await scriptedAgent(
      [
        { expect: { text: 'stand still', options: { patience: 3, asleep: true } } },
        { write: 'It stood \u001b[31mstill.\n' },
      ],
      { name: 'heron' },
    );
    await using person = await createPerson();
    await writeHeronPackage(person.settings);
    await person.configure({
      agents: {
        heron: { package: 'agentmount-adapter-heron', variables: { BIN: agent.bin, INTERRUPT_GRACE_MS: 100 } },
      },
    });
    const result = await person.call('run', 'heron', '--patience', '3', '--asleep', 'stand still');
    // Into a pipe the answer goes as it is.
    expect(result).toMatchObject({ code: 0, stdout: 'It stood \u001b[31mstill.\n' });
    expect(await person.call('run', 'heron', '--patience', 'long', 'x')).toMatchObject({
      code: 2,
      stderr: 'agentmount run: --patience must be a number, but is "long".\n',
    });
    expect(await person.call('run', 'heron', '--asleep=no', 'x')).toMatchObject({
      code: 2,
      stderr: 'agentmount run: --asleep takes no value.\n',
    });
  });

  it('is never loaded from the working directory, whatever lies there', async () => {
    await using person = await createPerson();
    const trace = join(person.work, 'loaded');
    const module = malicious(trace);
    const planted = await writeHeronPackage(person.work, { module });
    await mkdir(join(person.work, '.config', 'agentmount'), { recursive: true });
    await writeFile(
      join(person.work, '.config', 'agentmount', 'config.json'),
      JSON.stringify({ serve: ['heron'], agents: { heron: { package: planted } } }),
    );
    await writeFile(join(person.work, 'package.json'), '{ "type": "module", "imports": { "#heron": "./x.js" } }');
    await writeFile(join(person.work, 'qwen'), module);
    await writeFile(join(person.work, 'heron.json'), '{}');
    for (const word of [
      'agentmount-adapter-heron',
      './node_modules/agentmount-adapter-heron',
      'node_modules/agentmount-adapter-heron/adapter.js',
      '../work/node_modules/agentmount-adapter-heron',
      'heron.json',
      './heron.json',
      '@agentmount/../heron',
      '#heron',
    ]) {
      const result = await person.call('serve', word);
      expect(result, word).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toMatch(/^agentmount serve: (there is no agent|the path) /);
    }
    // A relative name in the configuration counts from the configuration's own folder.
    await person.configure({ agents: { heron: { package: './node_modules/agentmount-adapter-heron' } } });
    expect((await person.call('serve', 'heron')).stderr).toContain(join(person.settings, 'node_modules'));
    expect((await person.call('run', 'heron', 'x')).code).toBe(2);
    expect((await person.call('serve', 'qwen', '--config', 'heron.json')).stderr).toContain('must be an absolute path');
    expect(existsSync(trace)).toBe(false);
    // The trap itself works.
    await person.configure({ agents: { heron: { package: planted } } });
    await person.call('run', 'heron', '--help');
    expect(existsSync(trace)).toBe(true);
  });

  const otherContract = (version: number) =>
    HERON.replace('export default defineAdapter(', `export const adapter = withContract(defineAdapter(`)
      .trim()
      .replace(/\}\);$/, `}));\nfunction withContract(adapter) { return { ...adapter, contract: ${version} }; }`);

  it.each<[string, HeronPackage, string]>([
    [
      'a newer contract',
      { module: otherContract(99) },
      'was written for version 99 of the adapter contract, and this program runs version 1; update agentmount.',
    ],
    [
      'an older contract',
      { module: otherContract(0) },
      'was written for version 0 of the adapter contract, and this program runs version 1; update agentmount-adapter-heron, or ask its author to.',
    ],
    [
      'no adapter',
      { module: 'export const adapter = { name: "heron" };' },
      'exports no adapter: its default export, or one named "adapter", has to be what defineAdapter of @agentmount/core gives.',
    ],
    [
      'an option that every agent has already',
      { module: HERON.replace('asleep:', 'prompt:') },
      'has an adapter that cannot be used: adapter heron: the option prompt has the name of a common argument.',
    ],
    [
      'a codec that cannot be made',
      { module: HERON.replace('codec: () => ({', 'codec: () => nothing({') },
      'has an adapter that cannot be used: nothing is not defined.',
    ],
    [
      'a module that fails',
      { module: 'throw new Error("no heron today\\nand no stack");' },
      'cannot be loaded: no heron today',
    ],
    [
      'no entry',
      { manifest: { exports: { './other': './adapter.js' } } },
      'is no package that can be imported: it has no entry of its own.',
    ],
  ])('is refused in one sentence with %s', async (_, written, sentence) => {
    await using person = await createPerson();
    const home = await writeHeronPackage(person.settings, written);
    const { code, stderr, stdout } = await person.call('serve', 'agentmount-adapter-heron');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`agentmount serve: agentmount-adapter-heron (${home}) ${sentence}\n`);
  });

  it.each<[string, unknown]>([
    ['a string', './adapter.js'],
    ['conditions', { types: './none.d.ts', require: './none.cjs', import: './adapter.js' }],
    ['a root with conditions inside', { '.': { node: { import: './adapter.js' }, default: './none.js' } }],
    ['a list', { '.': [{ import: './adapter.js' }] }],
    ['nothing but a main', undefined],
  ])('is imported by what it exports: %s', async (_, exports) => {
    await using person = await createPerson();
    await writeHeronPackage(person.settings, { manifest: { exports, main: 'adapter.js' } });
    const { code, stdout } = await person.call('run', 'agentmount-adapter-heron', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--patience NUMBER');
  });

  it('has to stand under the name of its agent, and to be installed where the file is', async () => {
    await using person = await createPerson();
    const file = join(person.settings, 'config.json');
    await person.configure({ agents: { egret: { package: 'agentmount-adapter-heron' } } });
    expect((await person.call('serve', 'egret')).stderr).toBe(
      `agentmount serve: ${file}: agents.egret.package: agentmount-adapter-heron is not installed there: npm install --prefix ${person.settings} agentmount-adapter-heron\n`,
    );
    await writeHeronPackage(person.settings);
    expect((await person.call('serve', 'egret')).stderr).toBe(
      `agentmount serve: ${file}: agents.egret is the agent "heron"; write agents.heron instead.\n`,
    );
  });
});

describe('a profile of an agent that speaks the Agent Client Protocol', () => {
  const profile = {
    name: 'egret',
    title: 'Egret',
    command: 'egret',
    args: ['acp'],
    install: 'npm i -g egret',
    about: 'a white agent',
    danger: 'it stands in the water',
    modes: { values: ['careful', 'bold'], safe: 'careful' },
  };

  it('is taken from an absolute path, and from the configuration by a path beside it', async () => {
    await using person = await createPerson();
    const file = join(person.settings, 'egret.json');
    await writeFile(file, JSON.stringify(profile));
    await person.configure({ agents: { egret: { profile: 'egret.json', variables: { MODE: 'bold' } } } });
    for (const word of [file, '~/.config/agentmount/egret.json', 'egret']) {
      const { code, stdout, stderr } = await person.call('run', word, '--help');
      expect({ code, stderr }, word).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^ {2}--mode TEXT +What it may do without asking \(careful, bold\)$/m);
    }
  });

  it('is refused by the file and the field', async () => {
    await using person = await createPerson();
    const file = join(person.settings, 'egret.json');
    expect((await person.call('serve', file)).stderr).toBe(
      `agentmount serve: the profile ${file} cannot be read: there is no such file.\n`,
    );
    const { title, ...untitled } = profile;
    await writeFile(file, JSON.stringify({ ...untitled, colour: title }));
    expect((await person.call('serve', file)).stderr).toBe(
      `agentmount serve: ${file}: the profile cannot be used: title: is missing, must be a text; unknown field colour.\n`,
    );
    await person.configure({ agents: { egret: { profile: 'egret.json', package: 'x' } } });
    expect((await person.call('serve', 'egret')).stderr).toContain(
      'agents.egret has package and profile; write one of them.',
    );
    await person.configure({ agents: { egret: { variables: { MODE: 'x' } } } });
    expect((await person.call('serve', 'egret')).stderr).toContain('there is no agent "egret"');
    expect(await readFile(file, 'utf8')).toContain('colour');
  });
});

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { recall } from '../../src/recall-hook/recall.js';
import {
  autoRecallConfiguration,
  CREDENTIAL,
  onDemandConfiguration,
  writeConfiguration,
} from '../support/configurations.js';
import { startScriptedProvider } from '../support/scripted-provider.js';

const item = { id: 'a', content: 'Deploys happen on <b>Fridays</b>.' };

/** A repository beside which other folders stand, bound to a provider that has one item. */
async function createRepository() {
  const folder = await createTemporaryFolder();
  const provider = await startScriptedProvider({ items: [item] });
  const root = join(folder.directory, 'repository');
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(folder.directory, 'repository-other'));
  const environment = writeConfiguration(folder.directory, autoRecallConfiguration(provider.origin, root));
  return {
    folder: folder.directory,
    root,
    provider,
    environment,
    ask: (cwd: string, text = 'when are deploys') => {
      return recall({ hook_event_name: 'UserPromptSubmit', submitted_prompt: text, cwd }, environment);
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await folder.dispose();
    },
  };
}

describe('in the repository', () => {
  it('asks once, with what is left of the prompt, and renders what comes', async () => {
    await using repository = await createRepository();
    const context = await repository.ask(repository.root, `when are deploys? token=${CREDENTIAL} \`\`\`code\`\`\``);
    expect(repository.provider.requests.map(({ body }) => body)).toEqual(['{"query":"when are deploys?","limit":5}']);
    expect(repository.provider.requests[0]?.headers.authorization).toBe(`Bearer ${CREDENTIAL}`);
    expect(context).not.toMatch(/[<>]/);
    expect(JSON.parse(context ?? '').untrusted_external_context.items).toEqual([item]);
  });

  it.each([
    ['nothing found', { items: [] }],
    ['nothing usable', { items: [{ id: 'x' }] }],
  ])('has no context when there is %s', async (_, answer) => {
    await using repository = await createRepository();
    repository.provider.answer(answer);
    expect(await repository.ask(repository.root)).toBeUndefined();
  });

  it('does not ask for nothing', async () => {
    await using repository = await createRepository();
    expect(await repository.ask(repository.root, CREDENTIAL)).toBeUndefined();
    expect(repository.provider.requests).toEqual([]);
  });

  it('fails as a whole when the answer is no answer', async () => {
    await using repository = await createRepository();
    repository.provider.answer({ results: [] });
    await expect(repository.ask(repository.root)).rejects.toThrow('The external context search failed');
  });

  it('is where a link, a folder below or a trailing slash leads to it', async () => {
    await using repository = await createRepository();
    symlinkSync(repository.root, join(repository.folder, 'link-in'));
    for (const cwd of ['', '/', '/src', '/src/..', '/./src/']) {
      expect(await repository.ask(`${repository.root}${cwd}`), cwd).toBeDefined();
    }
    expect(await repository.ask(join(repository.folder, 'link-in', 'src'))).toBeDefined();
  });
});

describe('outside of the repository', () => {
  it('nothing is asked', async () => {
    await using repository = await createRepository();
    symlinkSync(join(repository.folder, 'repository-other'), join(repository.root, 'link-out'));
    writeFileSync(join(repository.root, 'file'), '');
    mkdirSync(join(repository.root, 'gone'));
    rmSync(join(repository.root, 'gone'), { recursive: true });
    const elsewhere = [
      repository.folder,
      '/',
      join(repository.folder, 'repository-other'),
      join(repository.root, '..'),
      join(repository.root, 'link-out'),
      join(repository.root, 'file'),
      join(repository.root, 'gone'),
      'repository',
      '.',
      '',
      `${repository.root}\0`,
    ];
    for (const cwd of elsewhere) expect(await repository.ask(cwd), cwd).toBeUndefined();
    expect(repository.provider.requests).toEqual([]);
  });

  it('is also where the repository used to be', async () => {
    await using repository = await createRepository();
    const moved = join(repository.folder, 'moved');
    renameSync(repository.root, moved);
    await expect(repository.ask(moved)).rejects.toThrow('The repository root');
    expect(repository.provider.requests).toEqual([]);
  });
});

it('version 1 recalls nothing', async () => {
  await using folder = await createTemporaryFolder();
  await using provider = await startScriptedProvider({ items: [item] });
  const environment = writeConfiguration(folder.directory, onDemandConfiguration(provider.origin));
  const event = { hook_event_name: 'UserPromptSubmit', submitted_prompt: 'x', cwd: folder.directory };
  expect(await recall(event, environment)).toBeUndefined();
  expect(provider.requests).toEqual([]);
});

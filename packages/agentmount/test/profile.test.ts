import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kimiProfile } from '@agentmount/adapter-acp';
import { createKimiHome, expectNoProcesses, startScriptedModel, text } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { callProgram } from './support/program.js';

it('drives the real kimi by a profile file that somebody wrote, under another name', async () => {
  await using model = await startScriptedModel();
  await using home = await createKimiHome({ model });
  model.script('say hello', [text('Hello.')]);
  model.script('and again', [(request) => text(`Again: ${JSON.stringify(request.body).includes('say hello')}.`)]);
  const file = join(home.directory, 'heron.json');
  await writeFile(file, JSON.stringify({ ...kimiProfile, name: 'heron', title: 'Heron' }));
  const configuration = join(home.directory, 'config.json');
  const heron = { profile: 'heron.json', variables: { BIN: home.bin, MODE: 'yolo' } };
  await writeFile(configuration, JSON.stringify({ agents: { heron } }));

  const first = await callProgram(['run', 'heron', 'say hello', '--config', configuration], home);
  expect(first).toMatchObject({ code: 0, stdout: 'Hello.\n' });
  const session = /^To continue: agentmount run heron --resume (\S+) "…"$/m.exec(first.stderr)?.[1] ?? '';
  const env = { ...home.env, HERON_MCP_BIN: home.bin };
  const second = await callProgram(['run', file, '--resume', session, '--mode', 'plan', '--json', 'and again'], {
    ...home,
    env,
  });
  expect(second.code).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ agent: 'heron', session, answer: 'Again: true.' });
  await expectNoProcesses(home);
}, 300_000);

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, scriptedAgent } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { HERON, writeHeronPackage } from '../support/heron-package.js';
import { callProgram, startProgram } from '../support/program.js';

/** A person who has an agent that answers everything with one line. */
async function withHeron(answer: string, module = HERON) {
  const agent = await scriptedAgent([{ expect: {} }, { write: `${answer}\n` }], { name: 'heron' });
  const folder = await createTemporaryFolder('heron');
  const settings = join(folder.directory, '.config', 'agentmount');
  await mkdir(settings, { recursive: true });
  await writeHeronPackage(settings, { module });
  const heron = { package: 'agentmount-adapter-heron', variables: { BIN: agent.bin, INTERRUPT_GRACE_MS: 100 } };
  await writeFile(join(settings, 'config.json'), JSON.stringify({ agents: { heron } }));
  return {
    env: { HOME: folder.directory, PATH: process.env.PATH ?? '' },
    work: folder.directory,
    async [Symbol.asyncDispose]() {
      await agent.dispose();
      await folder.dispose();
    },
  };
}

describe('an answer', () => {
  it('of more than a million characters is printed whole', async () => {
    const answer = Array.from({ length: 130_000 }, (_, index) => `word-${index}`).join(' ');
    await using person = await withHeron(answer);
    const printed = await callProgram(['run', 'heron', 'talk'], person);
    expect(printed.code).toBe(0);
    expect(printed.stdout === `${answer}\n`).toBe(true);
  });

  it('of more than a million characters is whole in JSON, too', async () => {
    const answer = Array.from({ length: 130_000 }, (_, index) => `word-${index}`).join(' ');
    await using person = await withHeron(answer);
    const report = JSON.parse((await callProgram(['run', 'heron', '--json', 'talk'], person)).stdout);
    expect(report.answer === answer).toBe(true);
    expect(report).toMatchObject({ agent: 'heron', status: 'completed', answerCharacters: answer.length });
  });

  it('that nobody reads any more is no fault', async () => {
    await using person = await withHeron('x'.repeat(900_000));
    await using program = await startProgram(['run', 'heron', 'talk'], person);
    program.closeOutput();
    program.endInput();
    expect(await program.waitForExit()).toEqual({ code: 0, signal: null });
    expect(program.stderr()).not.toMatch(/EPIPE|Error/);
  });

  it('without a word is said to be one', async () => {
    const says = HERON.replace("outcome: 'completed' }", "outcome: 'completed', answer: '' }");
    await using person = await withHeron('done', says);
    const { code, stdout, stderr } = await callProgram(['run', 'heron', 'talk'], person);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('(heron ended without a word)');
  });
});

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConformanceAgent,
  ConformanceError,
  checkConformance,
  conformanceChecks,
  describeResults,
  REQUIREMENTS,
  type RequirementId,
} from '../../../src/testing/index.js';
import { brokenConformance } from '../broken/broken-conformance.js';
import { conformanceToy, transcriptsWithout } from '../conformance-toy.js';
import { toyAdapter } from '../toy/toy-adapter.js';
import { writeToyProgram } from '../toy/toy-program.js';

let folder: string;
let agent: ConformanceAgent;

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-toy-'));
  agent = {
    bin: await writeToyProgram(folder),
    environment: { PATH: process.env.PATH ?? '', HOME: folder },
    cwd: folder,
    prompts: { plain: 'echo hello', long: 'wait', steer: 'left', asks: 'ask' },
  };
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const areaOf = (id: RequirementId) => REQUIREMENTS.find((one) => one.id === id)?.area;
const isProcess = ({ id }: { readonly id: RequirementId }) => areaOf(id) === 'process';

/** What came out as this, in order, by id with the reason. */
async function found(given: Parameters<typeof conformanceToy>, status: string): Promise<Record<string, string>> {
  const results = await checkConformance(conformanceToy(...given));
  const fitting = results.filter((result) => result.status === status);
  return Object.fromEntries(fitting.map(({ requirement, reason }) => [requirement.id, reason ?? '']));
}

describe('REQUIREMENTS', () => {
  it('have an id of their own and one sentence each', () => {
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
    for (const { id, rule } of REQUIREMENTS) expect(rule, id).toMatch(/^[A-Z](?:[^.!?]|[.!?](?! ))*\.$/);
  });

  it('each have an adapter that breaks them', () => {
    expect(Object.keys(brokenConformance).sort()).toEqual(REQUIREMENTS.map(({ id }) => id).sort());
  });
});

describe('an adapter that keeps the contract', () => {
  it('passes everything that its traits ask for, on recordings and on the program', async () => {
    const results = await checkConformance(conformanceToy(toyAdapter(), { agent }));
    expect(describeResults(results)).toMatch(/^\d+ passed, 0 failed, 0 waived, 2 not applicable$/);
    const left = results.filter(({ status }) => status === 'not applicable').map(({ requirement }) => requirement.id);
    expect(left).toEqual(['history-total', 'images-carried']);
  });

  it('is not asked for a process when there is no program, and says so', async () => {
    const checks = conformanceChecks(conformanceToy());
    const check = checks.find(({ requirement }) => requirement.id === 'process-answer');
    expect(await check?.run()).toMatchObject({ status: 'not applicable', reason: 'no agent was given' });
  });

  it('is not asked for what only the program’s prompts could show', async () => {
    const plain = { ...agent, prompts: { plain: 'echo hello' } };
    const checks = conformanceChecks(conformanceToy(toyAdapter(), { agent: plain }));
    const steer = checks.find(({ requirement }) => requirement.id === 'process-steer');
    expect(await steer?.run()).toMatchObject({ reason: 'agent.prompts has no long and no steer' });
  });

  it.each(REQUIREMENTS.filter((one) => !isProcess(one)).map(({ id }) => id))(
    '%s fails for the adapter that breaks it, and nothing else does',
    async (id) => {
      const given = brokenConformance[id]();
      expect(await found([given.adapter, { runs: 1000, ...given }], 'failed')).toEqual({ [id]: expect.any(String) });
    },
  );
});

describe('a waiver', () => {
  const reason = 'the agent has no way to tell';

  it('stands for a requirement that is not kept, with its reason', async () => {
    const transcripts = transcriptsWithout('lines-models');
    const given = conformanceToy(toyAdapter(), { transcripts, waivers: { 'models-recorded': reason } });
    const results = await checkConformance(given);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(results.find(({ status }) => status === 'waived')).toMatchObject({
      requirement: { id: 'models-recorded' },
      reason,
    });
  });

  it('is a failure when its requirement is kept', async () => {
    const checks = conformanceChecks(conformanceToy(toyAdapter(), { waivers: { 'models-recorded': reason } }));
    const check = checks.find(({ requirement }) => requirement.id === 'models-recorded');
    await expect(check?.run()).rejects.toThrow(
      /^models-recorded: it is kept, and waived \(the agent has no way to tell\): remove the waiver\n {2}requirement: /,
    );
    await expect(check?.run()).rejects.toBeInstanceOf(ConformanceError);
  });

  it('does not excuse what rests on it from being examined', async () => {
    const given = brokenConformance['late-call-silent']();
    const waivers = { 'late-call-silent': reason };
    expect(await found([given.adapter, { waivers }], 'failed')).toEqual({});
    expect(await found([given.adapter, { waivers }], 'not applicable')).not.toHaveProperty('prompt-verbatim');
    expect(await found([given.adapter, {}], 'not applicable')).toHaveProperty('prompt-verbatim');
  });

  it('needs a requirement that there is, and a reason', () => {
    const waive = (waivers: object) => () => conformanceChecks(conformanceToy(toyAdapter(), { waivers }));
    expect(waive({ 'always-right': reason })).toThrow('there is no requirement "always-right"');
    expect(waive({ texts: ' ' })).toThrow('texts needs a reason');
  });
});

describe('what an author gives', () => {
  it('has two sessions', () => {
    expect(() => conformanceChecks(conformanceToy(toyAdapter(), { sessions: ['toy-beef', 'toy-beef'] }))).toThrow(
      TypeError,
    );
  });

  it('proves nothing without a transcript, and is told so', async () => {
    const transcripts: never[] = [];
    expect(await found([toyAdapter(), { transcripts }], 'failed')).toEqual({
      'prompt-recorded': 'lines: record one',
    });
    const results = await checkConformance(conformanceToy(toyAdapter(), { transcripts }));
    expect(results.find(({ requirement }) => requirement.id === 'settled-once')).toMatchObject({
      status: 'not applicable',
      reason: 'no transcript was given',
    });
  });
});

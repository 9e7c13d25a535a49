import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConformanceAgent, checkConformance, REQUIREMENTS } from '../../../src/testing/index.js';
import { brokenConformance } from '../broken/broken-conformance.js';
import { conformanceToy } from '../conformance-toy.js';
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
    patienceMs: 20_000,
  };
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

it.each(REQUIREMENTS.filter(({ area }) => area === 'process').map(({ id }) => id))(
  '%s fails for the adapter that breaks it, and nothing else does',
  async (id) => {
    const given = brokenConformance[id]();
    const results = await checkConformance(conformanceToy(given.adapter, { ...given, agent, runs: 100 }));
    const failed = results.filter(({ status }) => status === 'failed');
    expect(Object.fromEntries(failed.map(({ requirement, reason }) => [requirement.id, reason]))).toEqual({
      [id]: expect.any(String),
    });
  },
);

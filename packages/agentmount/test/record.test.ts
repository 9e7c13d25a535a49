import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AgentAdapter } from '@agentmount/core';
import { loadTranscripts, replayTranscript } from '@agentmount/core/testing';
import { createQwenHome, expectNoProcesses, startScriptedModel, text } from '@agentmount/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callProgram } from './support/program.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/custom-adapter/', import.meta.url));
const ADAPTER = join(EXAMPLE, 'adapter.ts');
const abacus: AgentAdapter = (await import(pathToFileURL(ADAPTER).href)).adapter;

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-record-test-'));
});

afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

function record(...args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', HOME: home, ABACUS_MCP_BIN: join(EXAMPLE, 'abacus.mjs') };
  return callProgram(['record', ...args], { env, work: home });
}

describe('agentmount record', () => {
  it("records with someone else's adapter what the kit asks of it", async () => {
    const { code, stdout, stderr } = await record(ADAPTER, 'out', '--plain', 'add 2 3 > sum.txt', '--long=count');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^lines-plain: \d+ lines, completed: /m);
    expect(stdout).toMatch(/^lines-interrupt: \d+ lines, interrupted: /m);
    const transcripts = await loadTranscripts(join(home, 'out'));
    expect([...transcripts.keys()]).toEqual(['lines-interrupt', 'lines-plain', 'lines-resume']);
    const told = [...transcripts.values()].map((transcript) => {
      const { events } = replayTranscript({ adapter: abacus, transcript });
      return events.flatMap((event) => (event.type === 'session' ? [event.id] : []));
    });
    expect(told[2]).toEqual(told[1]);
    expect(transcripts.get('lines-plain')?.header).toMatchObject({ agentVersion: '1.2.0', setup: { cwd: '/project' } });
    // The agent has worked in a directory of its own.
    expect(await readdir(home)).not.toContain('sum.txt');
  });

  it('records a real agent, and takes out what is a person’s own', async () => {
    await using model = await startScriptedModel();
    await using qwen = await createQwenHome({ model });
    model.script('Answer with the word', [text('ready')]);
    const folder = join(qwen.work, 'transcripts');
    const args = ['record', 'qwen', folder, '--transport', 'stream', '--scene', 'plain'];
    const { code, stdout } = await callProgram(args, qwen);
    expect(code, stdout).toBe(0);
    const recorded = await readFile(join(folder, 'stream-plain.jsonl'), 'utf8');
    expect(recorded).toContain('ready');
    expect(recorded).not.toContain(qwen.home);
    await expectNoProcesses(qwen);
  });

  it('says which scene could not be recorded, and records the others', async () => {
    const missing = { PATH: '', HOME: home, ABACUS_MCP_BIN: join(home, 'nowhere') };
    const { code, stderr } = await callProgram(['record', ADAPTER, 'out', '--scene=plain'], {
      env: missing,
      work: home,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^lines-plain: not recorded: cannot run .*nowhere/m);
  });

  it('says what it leaves out when nothing makes the agent ask', async () => {
    await using model = await startScriptedModel();
    await using qwen = await createQwenHome({ model });
    const args = ['record', 'qwen', join(qwen.work, 'out'), '--transport', 'stream', '--scene', 'allow'];
    const { code, stdout } = await callProgram(args, qwen);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stream-allow: left out, since --ask gives no prompt that makes Qwen Code ask$/m);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no folder', [ADAPTER], /name one folder for the transcripts/],
    ['a scene that there is not', [ADAPTER, 'out', '--scene=sleep'], /--scene sleep: there are plain, resume/],
    ['a transport that there is not', [ADAPTER, 'out', '--transport=acp'], /--transport acp: there are lines/],
    ['an option that the schema does not take', [ADAPTER, 'out', '--base=3'], /base: /],
    ['a flag where the agent should be', ['--scene=plain'], /the agent comes first/],
  ])('refuses %s, and starts nothing', async (_, args, sentence) => {
    const { code, stderr } = await record(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(await readdir(home)).not.toContain('.abacus');
  });

  it('describes itself, with the options of an agent', async () => {
    expect((await record('--help')).stdout).toContain('Usage: agentmount record AGENT FOLDER');
    const { stdout } = await record(ADAPTER, '--help');
    expect(stdout).toContain('--base TEXT');
    expect(stdout).toContain('--ask TEXT');
  });
});

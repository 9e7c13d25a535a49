import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLaunch, fuzzCodec, loadTranscript, runSteps, type Step, type Transcript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { qwenSetup } from './qwen-setup.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.startsWith('acp-') && name.endsWith('.jsonl'))
    .sort()
    .map((name) => loadTranscript(join(folder, name))),
);

describe('acp, on what the real qwen said', () => {
  it('holds the contract under fuzz', () => {
    const { settled, events } = fuzzCodec({
      adapter: qwenAdapter,
      transport: 'acp',
      transcripts,
      runs: 6_000,
      correlate: answerOurs,
    });
    expect(settled.completed).toBeGreaterThan(500);
    expect(settled.failed).toBeGreaterThan(500);
    expect(settled.interrupted).toBeGreaterThan(100);
    expect(events.steer).toBeGreaterThan(50);
    expect(events.approval).toBeGreaterThan(50);
  });

  it('has one plan for every session, model, mode and effort of a directory', () => {
    const plan = qwenAdapter.launch(qwenSetup({ transport: 'acp' }));
    const other = qwenSetup({ transport: 'acp', model: 'fake-2', options: { approval_mode: 'plan', effort: 'max' } });
    expect(qwenAdapter.launch(other)).toEqual(plan);
    expect(qwenAdapter.resume(other, '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10')).toEqual(plan);
    const { plans } = checkLaunch({
      adapter: qwenAdapter,
      sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
      setups: [other, qwenSetup({ transport: 'acp', options: { allowed_tools: 'read_file' } })],
    });
    expect(plans).toBeGreaterThan(20);
  });

  it('stops what goes on after the answer, and takes no other prompt then', () => {
    const { transcript, steps } = leftBehind();
    const actions = runSteps({ adapter: qwenAdapter, transcript, steps: [...steps, { call: 'interrupt' }] });
    expect(actions.filter(({ type }) => type === 'settled')).toEqual([{ type: 'settled', outcome: 'interrupted' }]);
    expect(actions.at(-1)?.type).toBe('settled');
    expect(actions.at(-2)).toMatchObject({ type: 'send', line: expect.stringContaining('session/cancel') });
  });

  it('has failed when the process goes while a sub-agent works', () => {
    const { transcript, steps } = leftBehind();
    const exit: Step = {
      call: 'exit',
      exit: { code: 1, signal: null, stderr: '[perf] slow\nError: out of memory.\n' },
    };
    const actions = runSteps({ adapter: qwenAdapter, transcript, steps: [...steps, exit] });
    expect(actions.at(-1)).toEqual({
      type: 'settled',
      outcome: 'failed',
      failure: { class: 'agent', message: 'qwen ended with code 1 before it had answered: Error: out of memory' },
    });
  });
});

/** The steps up to the answer of a prompt that leaves a sub-agent behind. */
function leftBehind(): { readonly transcript: Transcript; readonly steps: readonly Step[] } {
  const transcript = transcripts.find(({ header }) => header.note.includes('in the background')) as Transcript;
  const end = transcript.lines.findIndex((line) => 'out' in line && line.out.includes('"stopReason"'));
  const steps = transcript.lines.slice(0, end + 1).flatMap((line): Step[] => {
    if ('out' in line) return [{ call: 'frame', line: line.out }];
    return 'do' in line && line.do === 'prompt' ? [{ call: 'prompt', text: line.text }] : [];
  });
  return { transcript, steps };
}

/** What a reply to each of our methods looks like. */
const REPLIES: readonly (readonly [mark: RegExp, method: string])[] = [
  [/"stopReason"/, 'session/prompt'],
  [/"protocolVersion"/, 'initialize'],
  [/"sessionId".*"modes"/, 'session/new'],
  [/"result":\{"modes"/, 'session/resume'],
  [/"qwenModelSwitch"/, 'session/set_model'],
  [/"result":\{"configOptions"/, 'session/set_config_option'],
  [/"result":\{\}/, 'session/set_mode'],
];

/** Puts the id of our last request of the same kind into a recorded reply, so that a run that took another way is answered, too. */
function answerOurs(frame: string, sent: readonly string[]): string {
  const reply = /^\{"jsonrpc":"2.0","id":(\d+),"(?:result|error)"/.exec(frame);
  if (!reply) return frame;
  const method = REPLIES.find(([mark]) => mark.test(frame))?.[1];
  const ours = sent.findLast((line) => line.includes(method === undefined ? '"method":"' : `"method":"${method}"`));
  const id = ours === undefined ? undefined : /"id":(\d+)/.exec(ours)?.[1];
  return id === undefined ? frame : frame.replace(`"id":${reply[1]}`, `"id":${id}`);
}

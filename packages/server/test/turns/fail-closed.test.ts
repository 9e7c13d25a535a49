import { type AgentAction, type AgentScript, expectNoProcesses, processMatcher } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { HANDSHAKE, startLines } from '../fixtures/start-lines.js';

const PROMPTED: readonly AgentAction[] = [...HANDSHAKE, { expect: { type: 'prompt' } }];

/** Calls `lines` once on an agent that plays the script. */
async function callOnce(script: AgentScript, variables: Readonly<Record<string, string>> = {}, given: object = {}) {
  await using lines = await startLines(script, variables);
  const client = await lines.connect();
  const result = await client.call('lines', { prompt: 'do it', ...given });
  await expectNoProcesses(
    { commandIncludes: lines.agent.directory },
    { except: processMatcher({ pids: [client.pid] }) },
  );
  const sessions = await client.call('lines_sessions');
  return { ...result, sessions: sessions.text, facts: result.meta['agentmount/report'] as Record<string, unknown> };
}

describe('an agent that does not keep to its wire', () => {
  it('that exits with 0 and no end is an error by name, and what it wrote is no answer', async () => {
    const { text, isError, facts } = await callOnce([
      ...PROMPTED,
      { say: { type: 'text', channel: 'answer', text: 'Half an answer.' } },
      { exit: 0 },
    ]);
    expect(isError).toBe(true);
    expect(text).toMatch(/\[error: Lines exited with code 0 before /);
    expect(text).toContain('The process was cut off');
    expect(text).toContain('last thing lines said:\nHalf an answer.');
    expect(text).not.toContain('\n---\n');
    expect(facts).toMatchObject({ status: 'failed', cause: { class: 'agent' }, ending: 'cut-off', resumable: true });
  });

  it.each([
    ['exits with 3', { exit: 3 }, 'exited with code 3'],
    ['dies by a signal', { die: 'SIGKILL' }, 'was ended by SIGKILL'],
  ] as const)('that %s is named so, with its stderr', async (_what, action, named) => {
    const { text } = await callOnce([...PROMPTED, { stderr: 'the last words on stderr\n' }, action]);
    expect(text).toContain(`[error: Lines ${named} before `);
    expect(text).toContain('stderr:\nthe last words on stderr');
  });

  it('that writes rubbish before a good answer is understood, and the rubbish is not shown', async () => {
    const { text, isError } = await callOnce([
      ...PROMPTED,
      { say: 'Warning: something went wrong' },
      { say: { type: 'never-heard-of', secret: 'do not show this' } },
      { say: { type: 'done', answer: 'All well.' } },
    ]);
    expect(isError).toBe(false);
    expect(text).toContain('\n\nAll well.\n\n---\n');
    expect(text).not.toContain('something went wrong');
    expect(text).not.toContain('do not show this');
  });

  it('that is never ready is ended after its time, and nothing is recorded', async () => {
    const { text, facts, sessions } = await callOnce([{ expect: { type: 'hello' } }, { hang: true }], {
      INIT_TIMEOUT_MS: '1500',
    });
    expect(text).toContain('not ready for a prompt within 1500 ms');
    expect(text).toContain('The prompt never reached lines.');
    expect(text).not.toContain('lines_reply');
    expect(facts).toMatchObject({ cause: { class: 'timeout' }, resumable: false });
    expect(sessions).toBe('No lines session is known.');
  });

  it('that ignores its own stop and SIGTERM is killed after the graces', async () => {
    const { text, facts } = await callOnce(
      [{ onSignal: 'SIGTERM', do: [] }, ...PROMPTED, { hang: true }],
      { HALT_GRACE_MS: '300', KILL_GRACE_MS: '300' },
      { timeout_ms: 2000 },
    );
    expect(text).toContain('timed out after 2000 ms');
    expect(text).toContain('The process was cut off');
    expect(facts).toMatchObject({ ending: 'cut-off' });
  });

  it('whose session fails says what a person can do about it', async () => {
    const { text, facts } = await callOnce([
      { expect: { type: 'hello' } },
      { say: { type: 'failed', message: 'the key was refused' } },
      { hang: true },
    ]);
    expect(text).toContain('[error: the key was refused]');
    expect(text).toContain('To mend it: run "lines login".');
    expect(facts).toMatchObject({ cause: { class: 'auth' } });
  });

  it('that floods stderr shows its first and last part within the limit', async () => {
    const { text } = await callOnce(
      [...PROMPTED, { stderr: 'FIRST ' }, { stderr: 'x'.repeat(1_000_000) }, { stderr: ' LAST\n' }, { exit: 1 }],
      { STDERR_LIMIT: '400' },
    );
    expect(text).toContain('FIRST ');
    expect(text).toContain(' LAST');
    expect(text.length).toBeLessThan(2000);
  });

  it('that writes protocol lines to stderr has them counted, not shown', async () => {
    const { text } = await callOnce([
      ...PROMPTED,
      { stderr: '{"type":"text","text":"a secret of the prompt"}\n{"type":"text"}\nplain words\n' },
      { exit: 1 },
    ]);
    expect(text).toContain('plain words');
    expect(text).toContain('text×2');
    expect(text).not.toContain('a secret of the prompt');
  });

  it('keeps what a person asked to see of stderr', async () => {
    const { text } = await callOnce([...PROMPTED, { stderr: '{"type":"text","text":"shown"}\n' }, { exit: 1 }], {
      STDERR_KEEP_EVENTS: '1',
    });
    expect(text).toContain('{"type":"text","text":"shown"}');
  });
});

describe('answers', () => {
  it('are cut where a limit says so, and only there', async () => {
    const answer = 'a'.repeat(50_000);
    const done: readonly AgentAction[] = [...PROMPTED, { say: { type: 'done', answer } }];
    expect((await callOnce(done)).text).toContain(answer);
    const { text } = await callOnce(done, { MAX_OUTPUT: '100' });
    expect(text).toContain(
      `${'a'.repeat(100)}\n\n[cut: the first 100 of 50000 characters, as LINES_MCP_MAX_OUTPUT says]`,
    );
  });

  it('of the model are shown with files and figures of this turn', async () => {
    const { text } = await callOnce([
      ...PROMPTED,
      { say: { type: 'model', id: 'large-1' } },
      { say: { type: 'tool', phase: 'start', id: '1', name: 'write' } },
      { say: { type: 'tool', phase: 'end', id: '1', ok: true } },
      { say: { type: 'file', path: 'src/new.ts' } },
      { say: { type: 'rounds', scope: 'step', count: 2 } },
      { say: { type: 'usage', scope: 'prompt', input: 18_240, output: 310, cost: 0.0123 } },
      { say: { type: 'notice', level: 'warning', text: 'the model was overloaded once' } },
      { say: { type: 'done', answer: 'Written.' } },
    ]);
    expect(text.replace(/s-[0-9a-f-]+/, 's-1').replace(/ · [\d.]+s$/m, ' · 1s')).toBe(
      [
        '[session: s-1]',
        '[warning: the model was overloaded once]',
        '',
        'Written.',
        '',
        '---',
        'lines: large-1 · 2 turns · 1 tool call: write · 18k in / 310 out · $0.012 · 1s',
        'lines wrote: src/new.ts',
      ].join('\n'),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialState, step } from '../../src/turn/turn-machine.js';
import type { Effect, Input, MachineState } from '../../src/turn/turn-phases.js';

const failure = { class: 'agent', message: 'it broke' } as const;

function play(inputs: readonly Input[]): { state: MachineState; effects: Effect[] } {
  let state = initialState('first');
  const effects: Effect[] = [];
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

function verdictOf(inputs: readonly Input[]) {
  const last = play(inputs).effects.at(-1);
  return last?.do === 'finish' ? last.verdict : undefined;
}

function promptsOf(inputs: readonly Input[]): string[] {
  return play(inputs).effects.flatMap((effect) => (effect.do === 'prompt' ? [effect.prompt.text] : []));
}

const UP: readonly Input[] = [{ type: 'admitted' }, { type: 'ready' }];
const settled = (outcome: 'completed' | 'failed' | 'interrupted'): Input => ({
  type: 'settled',
  outcome,
  ...(outcome === 'failed' && { failure }),
});

describe('the turn state table', () => {
  it('runs one prompt to its end', () => {
    expect(verdictOf([...UP, settled('completed')])).toEqual({ status: 'completed', ending: 'closed' });
  });

  it('never starts what was stopped in the queue', () => {
    const { effects } = play([{ type: 'stop', reason: 'cancelled' }, { type: 'admitted' }]);
    expect(effects).toEqual([
      { do: 'finish', verdict: { status: 'interrupted', ending: 'never-started', reason: 'cancelled' } },
    ]);
  });

  it('signals at once when stopped before the first prompt', () => {
    const { effects } = play([{ type: 'admitted' }, { type: 'stop', reason: 'aborted' }, { type: 'gone', failure }]);
    expect(effects.map((effect) => effect.do)).toEqual(['launch', 'kill', 'finish']);
    expect(
      verdictOf([{ type: 'admitted' }, { type: 'stop', reason: 'aborted' }, { type: 'gone', failure }]),
    ).toMatchObject({ ending: 'never-started' });
  });

  it('takes a stop that came too late for what it is: a completed turn', () => {
    expect(verdictOf([...UP, { type: 'stop', reason: 'aborted' }, settled('completed')])).toEqual({
      status: 'completed',
      ending: 'closed',
    });
  });

  it('calls a deadline a failure even when the agent finished meanwhile', () => {
    expect(verdictOf([...UP, { type: 'stop', reason: 'timeout' }, settled('completed')])).toMatchObject({
      status: 'failed',
      reason: 'timeout',
    });
  });

  it('tells a turn that closed itself from one that was cut off', () => {
    expect(verdictOf([...UP, { type: 'stop', reason: 'aborted' }, settled('interrupted')])).toMatchObject({
      ending: 'closed',
    });
    expect(
      verdictOf([...UP, { type: 'stop', reason: 'aborted' }, { type: 'grace-over' }, { type: 'gone', failure }]),
    ).toMatchObject({ ending: 'cut-off' });
  });

  it('goes on with a redirect after the interrupted prompt, also when that one had just completed', () => {
    for (const outcome of ['interrupted', 'completed'] as const) {
      expect(promptsOf([...UP, { type: 'redirect', text: 'other way' }, settled(outcome), { type: 'ready' }])).toEqual([
        'first',
        'other way',
      ]);
    }
  });

  it('starts another process for the next prompt when the one before is gone', () => {
    const { effects } = play([
      ...UP,
      { type: 'follow-up', text: 'then' },
      settled('completed'),
      { type: 'gone', failure },
      { type: 'ready' },
    ]);
    expect(effects.filter((effect) => effect.do === 'launch')).toHaveLength(2);
    expect(effects.filter((effect) => effect.do === 'prompt')).toHaveLength(2);
  });

  it('puts a missed steer before the follow-ups', () => {
    const inputs: Input[] = [...UP, { type: 'follow-up', text: 'last' }, { type: 'missed', text: 'next' }];
    expect(
      promptsOf([...inputs, settled('completed'), { type: 'ready' }, settled('completed'), { type: 'ready' }]),
    ).toEqual(['first', 'next', 'last']);
  });

  it('replaces a waiting process that died before it was heard, once and with the same prompt', () => {
    const taken: Input[] = [
      { type: 'admitted' },
      { type: 'taken-over' },
      { type: 'ready' },
      { type: 'gone', failure },
      { type: 'ready' },
    ];
    expect(promptsOf(taken)).toEqual(['first', 'first']);
    expect(verdictOf([...taken, { type: 'gone', failure }])).toMatchObject({ status: 'failed', ending: 'cut-off' });
    expect(
      verdictOf([
        { type: 'admitted' },
        { type: 'taken-over' },
        { type: 'ready' },
        { type: 'heard' },
        { type: 'gone', failure },
      ]),
    ).toMatchObject({ status: 'failed' });
  });

  it('fails closed when the handshake fails without a reason', () => {
    expect(verdictOf([{ type: 'admitted' }, settled('completed')])).toMatchObject({
      status: 'failed',
      ending: 'never-started',
    });
  });

  it('keeps its rules over any sequence of inputs', () => {
    const input: fc.Arbitrary<Input> = fc.oneof(
      fc.constantFrom<Input>(
        { type: 'admitted' },
        { type: 'admitted' },
        { type: 'taken-over' },
        { type: 'ready' },
        { type: 'heard' },
        { type: 'gone', failure },
      ),
      fc.constantFrom<Input>({ type: 'ready-deadline' }, { type: 'grace-over' }, { type: 'broken', failure }),
      fc.constantFrom<Input>(settled('completed'), settled('failed'), settled('interrupted')),
      fc.constantFrom<Input>(
        { type: 'redirect', text: 'r' },
        { type: 'missed', text: 'm' },
        { type: 'follow-up', text: 'f' },
      ),
      fc
        .constantFrom('aborted' as const, 'cancelled' as const, 'shutdown' as const, 'timeout' as const)
        .map((reason): Input => ({ type: 'stop', reason })),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        let state = initialState('first');
        let finishes = 0;
        for (const one of inputs) {
          const next = step(state, one);
          const prompts = next.effects.filter((effect) => effect.do === 'prompt');
          // A prompt goes out only in answer to `ready`, and never a second one into a running one.
          if (prompts.length > 0)
            expect([one.type, state.phase === 'starting' || state.phase === 'between', prompts.length]).toEqual([
              'ready',
              true,
              1,
            ]);
          if (next.effects.some((effect) => effect.do === 'launch'))
            expect(['queued', 'starting', 'running', 'redirecting', 'between']).toContain(state.phase);
          finishes += next.effects.filter((effect) => effect.do === 'finish').length;
          if (state.phase === 'ended') expect(next.effects).toEqual([]);
          const lost = state.pending.length + state.prompted - next.state.pending.length - next.state.prompted;
          expect(lost).toBeLessThanOrEqual(0);
          state = next.state;
        }
        expect(finishes).toBe(state.phase === 'ended' ? 1 : 0);
        // Whatever came before, a stop and the end of the process end the turn.
        if (state.phase !== 'ended' && state.phase !== 'queued') {
          const stopping = step(state, { type: 'stop', reason: 'aborted' }).state;
          expect(step(stopping, { type: 'gone', failure }).state.phase).toBe('ended');
        }
      }),
      { numRuns: 3000 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { HandWire } from './hand-wire.js';

const ready = { type: 'ready' };
const interrupted = { type: 'settled', outcome: 'interrupted' };
const completed = (answer: string) => ({ type: 'settled', outcome: 'completed', answer });
const steer = (reference: string, state: string) => ({ type: 'steer', reference, state });

/** A wire with a prompt that pi works on. */
function running(): HandWire {
  const wire = new HandWire();
  wire.open();
  wire.prompt();
  wire.reply({ disposition: 'started' });
  wire.frames('agent_start');
  return wire;
}

describe('the handshake', () => {
  it('tells the session and is ready', () => {
    expect(new HandWire().open()).toEqual([{ type: 'session', id: 's1' }, ready]);
  });

  it('tells a session that pi did not know', () => {
    expect(new HandWire({}, 's1').open()).toEqual([{ type: 'session', id: 's1', fresh: true }, ready]);
    expect(new HandWire({}, 's1').open({ messageCount: 3 })).toEqual([{ type: 'session', id: 's1' }, ready]);
    expect(new HandWire({}, 's0').open({ messageCount: 3 })).toEqual([
      { type: 'session', id: 's1', fresh: true },
      ready,
    ]);
  });

  it.each([
    ['a refusal', 'no state today.', 'no state today'],
    ['no session', { sessionId: undefined }, 'its reply names no session'],
    ['an id that is none', { sessionId: '../x' }, 'its session id "../x" is not one'],
  ])('fails by name on %s', (_case, state, reason) => {
    const wire = new HandWire();
    wire.note(wire.codec.open());
    const failure = { class: 'protocol', message: `pi did not say its state: ${reason}` };
    expect(wire.reply(state)).toEqual([{ type: 'settled', outcome: 'failed', failure }]);
    expect(wire.codec.exit({ code: 1, signal: null, stderr: 'Error: whatever' })).toEqual([]);
  });

  it('waits for a run that an extension began at the start, and refuses its dialogs', () => {
    const wire = new HandWire();
    expect(wire.open({ isStreaming: true })).toEqual([{ type: 'session', id: 's1' }]);
    expect(wire.dialog('d1', 'confirm')).toEqual(['dialog d1 cancelled']);
    expect(wire.frames('message_update', 'agent_end')).toEqual([]);
    expect(wire.frames('agent_settled')).toEqual([ready]);
  });
});

describe('a prompt', () => {
  it('waits for the end of a run that an extension began, and takes nothing of it', () => {
    const wire = new HandWire();
    wire.open();
    wire.frames('agent_start');
    expect(wire.prompt()).toEqual([]);
    expect(wire.say('not for you')).toEqual([]);
    expect(wire.frames('agent_end', 'agent_settled')).toEqual(['prompt']);
    wire.reply({ disposition: 'started' });
    wire.frames('agent_start');
    wire.say('for you');
    expect(wire.frames('agent_end', 'agent_settled')).toEqual([completed('for you'), ready]);
  });

  it('goes out again when an extension was quicker', () => {
    const wire = new HandWire();
    wire.open();
    expect(wire.prompt()).toEqual(['prompt']);
    expect(wire.reply('Agent is already processing. Specify streamingBehavior')).toEqual([]);
    expect(wire.frames('agent_settled')).toEqual(['prompt']);
  });

  it('is stopped at once while it waits', () => {
    const wire = new HandWire();
    wire.open();
    wire.frames('agent_start');
    wire.prompt();
    expect(wire.interrupt()).toEqual([interrupted, ready]);
    expect(wire.interrupt()).toEqual([]);
  });

  it('fails by name when pi refuses it', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    const refused = wire.reply('No API key found for fake.\n\nUse /login');
    expect(refused).toMatchObject([{ outcome: 'failed', failure: { class: 'auth' } }, ready]);
  });

  it('asks pi when it settles without the end of a run', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    wire.reply({ disposition: 'started' });
    expect(wire.frames('agent_settled')).toEqual(['get_state']);
    expect(wire.reply({ sessionId: 's1', isStreaming: true })).toEqual([]);
    wire.frames('agent_start');
    wire.say('whole');
    expect(wire.frames('agent_end', 'agent_settled')).toEqual([completed('whole'), ready]);

    wire.prompt();
    wire.reply({ disposition: 'started' });
    wire.frames('agent_settled');
    const end = wire.reply({ sessionId: 's1', isStreaming: false });
    expect(end).toMatchObject([{ outcome: 'failed', failure: { class: 'protocol' } }, ready]);
  });

  it('says what pi did with other words than it was asked', () => {
    const wire = new HandWire({ model: 'thinker', options: { thinking: 'max' } });
    wire.open({ model: { provider: 'fake', id: 'fake-think' }, thinkingLevel: 'high' });
    expect(wire.prompt()).toEqual([
      { type: 'model', id: 'fake/fake-think' },
      { type: 'notice', level: 'info', text: 'pi took the model fake/fake-think for "thinker"' },
      { type: 'notice', level: 'info', text: 'the model does not have the thinking level max; pi uses high' },
      'prompt',
    ]);
  });

  it.each(['fake/fake-think', 'FAKE-THINK', 'fake-think:low'])('takes %s for an exact name', (model) => {
    const wire = new HandWire({ model });
    wire.open({ model: { provider: 'fake', id: 'fake-think' } });
    expect(wire.prompt()).toEqual([{ type: 'model', id: 'fake/fake-think' }, 'prompt']);
  });

  it('leaves nothing in the queue for the next one', () => {
    const wire = running();
    wire.steer('a');
    wire.queue('text of a');
    expect(wire.reply({ disposition: 'queued' })).toEqual([steer('a', 'accepted')]);
    wire.say('done');
    const end = wire.frames('agent_end', 'agent_settled');
    expect(end).toEqual([steer('a', 'missed'), 'clear_queue', completed('done'), ready]);
  });
});

describe('a steer', () => {
  it('waits until pi has taken the prompt', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    expect(wire.steer('a')).toEqual([]);
    expect(wire.reply({ disposition: 'started' })).toEqual(['prompt']);
  });

  it('is missed when no prompt runs', () => {
    const wire = running();
    wire.say('done');
    wire.frames('agent_end', 'agent_settled');
    expect(wire.steer('a')).toEqual([steer('a', 'missed')]);
  });

  it('is delivered under the words of its template', () => {
    const wire = running();
    wire.queue('an extension');
    wire.steer('a');
    wire.queue('an extension', 'what /a stands for');
    expect(wire.reply({ disposition: 'queued' })).toEqual([steer('a', 'accepted')]);
    expect(wire.queue('what /a stands for')).toEqual([]);
    expect(wire.queue()).toEqual([steer('a', 'delivered')]);
  });

  it('that pi refuses is missed, and the next one goes out', () => {
    const wire = running();
    wire.steer('a');
    wire.steer('b');
    expect(wire.reply('Cannot submit a prompt while compaction is in progress')).toEqual([
      steer('a', 'missed'),
      'prompt',
    ]);
  });

  it('that comes too late holds the end back until its own run has ended', () => {
    const wire = running();
    wire.say('first');
    wire.steer('a');
    wire.steer('b');
    expect(wire.frames('agent_end', 'agent_settled')).toEqual([]);
    expect(wire.reply({ disposition: 'started' })).toEqual([steer('a', 'delivered'), 'prompt']);
    wire.frames('agent_start');
    expect(wire.reply({ disposition: 'handled' })).toEqual([steer('b', 'delivered')]);
    wire.user();
    wire.say('second');
    expect(wire.frames('agent_end', 'agent_settled')).toEqual([completed('second'), ready]);
  });

  it('that starts a run behind the stop is stopped, too', () => {
    const wire = running();
    wire.say('first');
    wire.steer('a');
    wire.frames('agent_end', 'agent_settled');
    expect(wire.interrupt()).toEqual([steer('a', 'missed'), 'clear_queue', 'abort']);
    expect(wire.reply({ disposition: 'started' })).toEqual(['clear_queue', 'abort']);
    wire.frames('agent_start');
    wire.user();
    wire.say('', 'aborted');
    expect(wire.frames('agent_end', 'agent_settled')).toEqual([interrupted, ready]);
  });

  it('that slips into the queue behind the stop is cleared', () => {
    const wire = running();
    wire.steer('a');
    wire.interrupt();
    wire.queue('text of a');
    expect(wire.reply({ disposition: 'queued' })).toEqual(['clear_queue', 'abort']);
  });
});

describe('a stop', () => {
  it('is written at once and again when pi has taken the prompt', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    expect(wire.interrupt()).toEqual(['clear_queue', 'abort']);
    expect(wire.interrupt()).toEqual([]);
    expect(wire.reply({ disposition: 'started' })).toEqual(['clear_queue', 'abort']);
  });

  it('stands before the refusals of the dialogs, and refuses later ones', () => {
    const wire = running();
    wire.dialog('d1', 'confirm');
    expect(wire.interrupt()).toEqual(['clear_queue', 'abort', 'dialog d1 cancelled', { type: 'withdrawn', id: 'd1' }]);
    expect(wire.codec.answer?.('d1', true, '')).toEqual([]);
    expect(wire.dialog('d2', 'confirm')).toEqual(['dialog d2 cancelled']);
    expect(wire.dialog('d3', 'select')).toEqual(['dialog d3 cancelled']);
  });

  it('that comes too late does not take the answer away', () => {
    const wire = running();
    wire.say('all of it');
    wire.interrupt();
    wire.frames('agent_end');
    expect(wire.frame({ type: 'agent_settled', aborted: true })).toEqual([completed('all of it'), ready]);
  });

  it('is not taken for ours when pi stops by itself', () => {
    const wire = running();
    wire.say('half of', 'aborted');
    wire.frames('agent_end');
    const failure = { class: 'agent', message: 'pi aborted the run by itself' };
    expect(wire.frame({ type: 'agent_settled', aborted: true })).toEqual([
      { type: 'settled', outcome: 'failed', failure },
      ready,
    ]);
  });
});

describe('frames that are too long', () => {
  const protocol = { outcome: 'failed', failure: { class: 'protocol' } };

  it('do not leave a prompt open, nor make an answer of half a message', () => {
    const wire = running();
    wire.frame({ type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 'Half' } });
    const head = '{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Half';
    expect(wire.codec.lost(head)).toEqual([]);
    expect(wire.codec.lost('{"type":"agent_end","messages":[')).toEqual([]);
    expect(wire.codec.lost('{"type":"agent_settled","pad":"')).toMatchObject([protocol, ready]);
  });

  it('of the user and of tools do no harm', () => {
    const wire = running();
    wire.say('whole');
    wire.codec.lost('{"type":"message_end","message":{"role":"toolResult","content":[');
    const start =
      '{"type":"tool_execution_start","toolCallId":"t1","toolName":"write","args":{"path":"a \\"b\\".txt","content":"';
    expect(wire.codec.lost(start)).toEqual([{ type: 'tool', phase: 'start', id: 't1', name: 'write' }]);
    const end = { type: 'tool_execution_end', toolCallId: 't1', toolName: 'write', isError: false };
    expect(wire.frame(end)).toEqual([
      { type: 'tool', phase: 'end', id: 't1', name: 'write', ok: true },
      { type: 'file', path: 'a "b".txt' },
    ]);
    const other = '{"type":"tool_execution_end","toolCallId":"t2","toolName":"bash","result":{';
    expect(wire.codec.lost(other)).toEqual([{ type: 'tool', phase: 'end', id: 't2' }]);
    expect(wire.frames('agent_end', 'agent_settled')).toEqual([completed('whole'), ready]);
  });

  it('that are dialogs are answered', () => {
    const head = '{"type":"extension_ui_request","id":"d9","method":"confirm","message":"';
    expect(running().codec.lost(head)).toMatchObject([{ type: 'send' }]);
  });

  it('that are the list of models end the listing', () => {
    const wire = new HandWire();
    wire.open();
    wire.note(wire.codec.models?.() ?? []);
    const head = '{"id":"agentmount-2","type":"response","command":"get_available_models"';
    expect(wire.codec.lost(head)).toMatchObject([protocol, ready]);
  });
});

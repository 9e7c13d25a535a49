import { describe, expect, it } from 'vitest';
import type { AcpProfile } from '../src/index.js';
import { Drive } from './drive.js';

const ASKS = {
  method: 'session/request_permission',
  params: {
    sessionId: 's-1',
    toolCall: { toolCallId: 'c', title: 'Catch a fish' },
    options: [
      { optionId: 'always', name: 'Always', kind: 'allow_always' },
      { optionId: 'once', name: 'Once', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
      { optionId: 'never', name: 'Never', kind: 'reject_always' },
    ],
  },
};
const outcome = (given: object): object => ({ outcome: given });

describe('the handshake', () => {
  it('declares no capability of ours, and is ready when it is answered', () => {
    const drive = new Drive();
    expect(drive.written()).toMatchObject([
      { method: 'initialize', params: { clientCapabilities: { fs: { readTextFile: false }, terminal: false } } },
    ]);
    expect(drive.greet().events()).toEqual([{ type: 'ready' }]);
  });

  it('fails on another version of the protocol, on an error, and when a login is needed', () => {
    const failure = (drive: Drive) => drive.events().map((event) => (event.type === 'settled' ? event.failure : event));
    expect(failure(new Drive().greet({ protocolVersion: 2 }))).toMatchObject([{ class: 'protocol' }]);
    expect(failure(new Drive().greet({ protocolVersion: '1' }))).toMatchObject([{ class: 'protocol' }]);
    expect(failure(new Drive().fail('initialize', -32603, 'Internal error'))).toMatchObject([{ class: 'agent' }]);
    const remedies = { auth: 'log in to the pond' };
    expect(failure(new Drive({ remedies }).fail('initialize', -32000, 'Authentication required'))).toEqual([
      { class: 'auth', message: 'heron refused the handshake: Authentication required', remedy: 'log in to the pond' },
    ]);
  });

  it('asks what a profile wants to be sure of, and is not ready when the answer will not do', () => {
    const check: NonNullable<AcpProfile['check']> = {
      method: '_heron/legs',
      isNeeded: () => true,
      failureOf: (reply) => (reply === undefined ? { class: 'protocol', message: 'it will not say' } : undefined),
    };
    expect(new Drive({ check }).greet().events()).toEqual([]);
    expect(new Drive({ check }).greet().reply('_heron/legs', { legs: 1 }).events()).toEqual([{ type: 'ready' }]);
    expect(new Drive({ check }).greet().fail('_heron/legs', -32601, 'no').events()).toMatchObject([
      { type: 'settled', failure: { message: 'it will not say' } },
    ]);
  });
});

describe('a session', () => {
  const resumes = { agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } } };
  const loads = { agentCapabilities: { loadSession: true } };

  it('is resumed where the agent can, and else loaded with its history kept quiet', () => {
    const resumed = new Drive().greet(resumes).prompt({ session: 's-7' });
    expect(resumed.asked('session/resume').params).toEqual({ sessionId: 's-7', cwd: '/pond', mcpServers: [] });

    const loaded = new Drive().greet(loads).prompt({ session: 's-7' });
    loaded.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'long ago' } }, 's-7');
    loaded.reply('session/load', null);
    loaded.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'now' } }, 's-7');
    expect(loaded.reply('session/prompt', { stopReason: 'end_turn' }).events()).toEqual([
      { type: 'ready' },
      { type: 'session', id: 's-7' },
      { type: 'text', channel: 'answer', text: 'now' },
      { type: 'settled', outcome: 'completed' },
      { type: 'ready' },
    ]);
  });

  it('is loaded when the agent lists the other method and has it not, and is unknown when there is no way', () => {
    const drive = new Drive()
      .greet(resumes)
      .prompt({ session: 's-7' })
      .fail('session/resume', -32601, 'no such method');
    expect(drive.asked('session/load').params).toMatchObject({ sessionId: 's-7' });
    expect(new Drive().greet().prompt({ session: 's-7' }).events().slice(1)).toMatchObject([
      { type: 'settled', outcome: 'failed', failure: { class: 'session-unknown' } },
      { type: 'ready' },
    ]);
    expect(drive.fail('session/load', -32002, 'Resource not found').events().slice(1)).toMatchObject([
      { type: 'settled', failure: { class: 'session-unknown' } },
      { type: 'ready' },
    ]);
  });

  it('is none when its id cannot be one', () => {
    const drive = new Drive().greet().prompt().reply('session/new', { sessionId: '--help' });
    expect(drive.events().slice(1)).toMatchObject([{ type: 'settled', failure: { class: 'protocol' } }]);
  });

  it('gets its values before each prompt, and loses those that the next one does not want', () => {
    const values: AcpProfile['values'] = ({ options }) => [
      { set: 'mode', value: 'careful' },
      ...((options as { deep?: boolean }).deep
        ? [{ set: 'option' as const, option: 'depth', value: 'deep', notice: (reason: string) => `shallow: ${reason}` }]
        : []),
    ];
    const opened = {
      sessionId: 's-1',
      modes: { currentModeId: 'bold', availableModes: [] },
      configOptions: [
        {
          id: 'model',
          category: 'model',
          type: 'select',
          currentValue: 'm-1',
          options: [{ value: 'm-1' }, { value: 'm-2' }],
        },
        { id: 'depth', type: 'select', currentValue: 'flat', options: [] },
      ],
    };
    const drive = new Drive({ values }).greet();
    drive
      .prompt({ model: 'm-2', options: { deep: true } })
      .reply('session/new', opened)
      .written();
    drive.reply('session/set_config_option', {}).reply('session/set_mode', {});
    expect(drive.fail('session/set_config_option', -32602, 'Invalid params: no water').events().slice(1)).toEqual([
      { type: 'notice', level: 'warning', text: 'shallow: no water' },
      { type: 'session', id: 's-1' },
      { type: 'model', id: 'm-2' },
    ]);
    drive.reply('session/prompt', { stopReason: 'end_turn' }).written();
    // The mode is set again, whatever was said of it; the model goes back; the depth was never taken.
    drive.prompt().reply('session/set_config_option', {}).reply('session/set_mode', {});
    expect(drive.written().map(({ method, params }) => [method, params])).toMatchObject([
      ['session/set_config_option', { configId: 'model', value: 'm-1' }],
      ['session/set_mode', { modeId: 'careful' }],
      ['session/prompt', {}],
    ]);
  });

  it('is not prompted when a value is refused', () => {
    const drive = new Drive({ values: () => [{ set: 'mode', value: 'careful' }] }).greet().begin();
    expect(drive.fail('session/set_mode', -32602, 'Invalid params: unknown mode').events().slice(1)).toEqual([
      {
        type: 'settled',
        outcome: 'failed',
        failure: { class: 'agent', message: 'heron refused what was set for the session: unknown mode' },
      },
      { type: 'ready' },
    ]);
  });

  it('lists models in groups', () => {
    const drive = new Drive().greet();
    drive.take(drive.codec.models?.() ?? []);
    const options = [
      { group: 'a', name: 'A', options: [{ value: 'm-1', name: 'One' }, { value: 'm-2' }] },
      { value: 'm-3' },
    ];
    drive.reply('session/new', {
      sessionId: 's-1',
      configOptions: [{ id: 'brain', category: 'model', type: 'select', currentValue: 'm-2', options }],
    });
    expect(drive.events().slice(1)).toEqual([
      { type: 'models', models: [{ id: 'm-1', name: 'One' }, { id: 'm-2', current: true }, { id: 'm-3' }] },
    ]);
  });
});

describe('a prompt', () => {
  it.each([
    [{ stopReason: 'end_turn' }, 'completed', undefined],
    [{ stopReason: 'max_tokens' }, 'completed', undefined],
    [{ stopReason: 'max_turn_requests' }, 'failed', 'limit'],
    [{ stopReason: 'refusal' }, 'failed', 'model'],
    [{ stopReason: 'cancelled' }, 'failed', 'agent'],
    [{ stopReason: 'bored' }, 'failed', 'protocol'],
    [{}, 'failed', 'protocol'],
    [null, 'failed', 'protocol'],
  ])('that ends with %j is %s', (result, end, kind) => {
    const events = new Drive().greet().begin().reply('session/prompt', result).events();
    const settled = events.find((event) => event.type === 'settled');
    expect(settled).toMatchObject({ outcome: end });
    expect(settled?.type === 'settled' ? settled.failure?.class : '').toBe(kind);
    expect(events.at(-1)).toEqual({ type: 'ready' });
    expect(events.some((event) => event.type === 'notice')).toBe(
      result !== null && 'stopReason' in result && result.stopReason === 'max_tokens',
    );
  });

  it.each([
    [-32000, 'Authentication required', undefined, 'auth'],
    [-32603, 'Internal error', { details: '401 Incorrect API key' }, 'auth'],
    [401, 'unlucky', undefined, 'auth'],
    [-32603, 'Internal error: 429 slow down', undefined, 'rate'],
    [-32603, 'Internal error', { details: 'The model nobody-1 was not found' }, 'model'],
    [-32603, 'Internal error', { message: 'it rained on line 401' }, 'agent'],
    [undefined, undefined, undefined, 'agent'],
  ])('that fails with code %s, %j, %j is of its class', (code, message, data, kind) => {
    const drive = new Drive().greet().begin();
    drive.say({ id: drive.asked('session/prompt').id, error: { code, message, data } });
    const settled = drive.events().find((event) => event.type === 'settled');
    expect(settled).toMatchObject({ outcome: 'failed', failure: { class: kind } });
  });

  it('keeps messages apart that have ids of their own', () => {
    const chunk = (messageId: string, text: string) => ({
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: { type: 'text', text },
    });
    const drive = new Drive().greet().begin();
    drive.update(chunk('a', 'One')).update(chunk('a', ' and one.')).update(chunk('b', 'Two.'));
    expect(drive.events().flatMap((event) => (event.type === 'text' ? [event.text] : []))).toEqual([
      'One',
      ' and one.',
      '\n\nTwo.',
    ]);
  });

  it('takes the tokens out of a quota', () => {
    const drive = new Drive({ usage: 'quota' }).greet().begin();
    const quota = { token_count: { input_tokens: 11, output_tokens: 2 } };
    expect(drive.reply('session/prompt', { stopReason: 'end_turn', _meta: { quota } }).events()).toContainEqual({
      type: 'usage',
      scope: 'prompt',
      input: 11,
      output: 2,
    });
  });

  it('is not sent with pictures that the agent does not take', () => {
    const images = [{ mediaType: 'image/png', data: 'AAAA' }];
    const drive = new Drive({ images: true }).greet().prompt({ images });
    expect(drive.events()[1]).toMatchObject({ type: 'settled', failure: { class: 'agent' } });
    const able = new Drive({ images: true }).greet({ agentCapabilities: { promptCapabilities: { image: true } } });
    expect(able.begin({ images }).asked('session/prompt').params).toMatchObject({
      prompt: [
        { type: 'text', text: 'go' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      ],
    });
  });

  it('answers at once what it cannot serve, by ids of every kind', () => {
    const drive = new Drive().greet().begin();
    drive.written();
    drive.say({ id: 0, method: 'fs/read_text_file', params: {} });
    drive.say({ id: 'a', method: 'terminal/create' });
    expect(drive.written()).toMatchObject([
      { id: 0, error: { code: -32601 } },
      { id: 'a', error: { code: -32601 } },
    ]);
    drive.say({ method: '_heron/preens' }).update({ sessionUpdate: 'moult' }).update({ sessionUpdate: 'moult' }, 's-2');
    expect(drive.events().filter(({ type }) => type === 'unknown')).toEqual([
      { type: 'unknown', frame: 'request fs/read_text_file' },
      { type: 'unknown', frame: 'request terminal/create' },
      { type: 'unknown', frame: 'notification _heron/preens' },
      { type: 'unknown', frame: 'session/update moult' },
    ]);
  });

  it('whose end is too long to be read settles as what its beginning says', () => {
    const end = (id: unknown, rest: string) => `{"jsonrpc":"2.0","id":${id},"result":{${rest}`;
    const whole = new Drive().greet().begin();
    whole.take(whole.codec.lost(end(whole.asked('session/prompt').id, '"stopReason":"end_turn","_meta":{')));
    expect(whole.events().at(-2)).toEqual({ type: 'settled', outcome: 'completed' });
    const cut = new Drive().greet().begin();
    cut.take(cut.codec.lost(end(cut.asked('session/prompt').id, '"_meta":{"x":"')));
    expect(cut.events().at(-2)).toMatchObject({ type: 'settled', failure: { class: 'protocol' } });
  });
});

describe('an approval', () => {
  const parked = (id: number | string = 5) => {
    const drive = new Drive()
      .greet()
      .begin()
      .say({ id, ...ASKS });
    drive.written();
    return drive;
  };

  it.each([
    [true, 'once'],
    [false, 'no'],
  ])('that is answered with %s holds for one call', (allow, optionId) => {
    const drive = parked(0);
    expect(drive.events().at(-1)).toEqual({
      type: 'approval',
      id: 'approval-1',
      tool: 'a tool',
      input: { title: 'Catch a fish' },
    });
    drive.take(drive.codec.answer?.('approval-1', allow, 'because') ?? []);
    expect(drive.written()).toEqual([{ jsonrpc: '2.0', id: 0, result: outcome({ outcome: 'selected', optionId }) }]);
  });

  it('is never given for more than one call', () => {
    const options = [{ optionId: 'always', name: 'Always', kind: 'allow_always' }];
    const drive = new Drive()
      .greet()
      .begin()
      .say({ id: 5, method: ASKS.method, params: { ...ASKS.params, options } });
    drive.written();
    drive.take(drive.codec.answer?.('approval-1', true, '') ?? []);
    expect(drive.written()).toMatchObject([{ id: 5, result: outcome({ outcome: 'cancelled' }) }]);
    expect(drive.events().at(-1)).toMatchObject({ type: 'notice', level: 'warning' });
  });

  it('is withdrawn when the agent cancels it, when its call ends, and when the prompt does', () => {
    const cancelled = parked().say({ method: '$/cancel_request', params: { requestId: 5 } });
    expect(cancelled.written()).toMatchObject([{ id: 5, error: { code: -32800 } }]);
    const ended = parked().update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' });
    expect(ended.written()).toMatchObject([{ id: 5, result: outcome({ outcome: 'cancelled' }) }]);
    const over = parked().reply('session/prompt', { stopReason: 'end_turn' });
    expect(over.written()).toMatchObject([{ id: 5, result: outcome({ outcome: 'cancelled' }) }]);
    for (const drive of [cancelled, ended, over]) {
      expect(drive.events()).toContainEqual({ type: 'withdrawn', id: 'approval-1' });
    }
  });

  it('is refused when there is no prompt, and after a stop, which is written first', () => {
    const idle = new Drive().greet().say({ id: 5, ...ASKS });
    expect(idle.written().at(-1)).toMatchObject({ id: 5, result: outcome({ outcome: 'selected', optionId: 'no' }) });
    const drive = parked();
    drive.take(drive.codec.interrupt?.() ?? []).say({ id: 6, ...ASKS });
    expect(drive.written()).toMatchObject([
      { method: 'session/cancel', params: { sessionId: 's-1' } },
      { id: 5, result: outcome({ outcome: 'cancelled' }) },
      { id: 6, result: outcome({ outcome: 'selected', optionId: 'no' }) },
    ]);
  });

  it('that was denied and ended the prompt says so, unless the agent went on', () => {
    const deny = (drive: Drive) => drive.take(drive.codec.answer?.('approval-1', false, '') ?? []);
    const silent = deny(parked()).reply('session/prompt', { stopReason: 'cancelled' }).events();
    expect(silent.slice(-3)).toMatchObject([
      { type: 'notice', level: 'warning' },
      { type: 'settled', outcome: 'completed', answer: '' },
      { type: 'ready' },
    ]);
    const goesOn = deny(parked()).speak('Then I sing.').reply('session/prompt', { stopReason: 'end_turn' }).events();
    expect(goesOn.slice(-2)).toEqual([{ type: 'settled', outcome: 'completed' }, { type: 'ready' }]);
  });

  it('that is too long to be shown is denied, or ends the prompt where there is no id to answer to', () => {
    const drive = new Drive().greet().begin();
    drive.written();
    drive.take(drive.codec.lost(`{"jsonrpc":"2.0","id":9,"method":"${ASKS.method}","params":{"x":"`));
    expect(drive.written()).toMatchObject([{ id: 9, result: outcome({ outcome: 'cancelled' }) }]);
    drive.take(drive.codec.lost(`{"jsonrpc":"2.0","method":"${ASKS.method}","params":{"x":"`));
    expect(drive.events().at(-1)).toMatchObject({ type: 'settled', failure: { class: 'protocol' } });
  });
});

describe('a steer by the extension', () => {
  const able = (): Drive =>
    new Drive({ steering: { by: 'extension' } }).greet({ _meta: { steering: { supported: true } } }).begin();
  const steer = (drive: Drive, text = 'turn left') => drive.take(drive.codec.steer?.('r', text) ?? []);
  const fates = (drive: Drive) => drive.events().flatMap((event) => (event.type === 'steer' ? [event.state] : []));

  it('is delivered once the agent has taken it and gone on', () => {
    const drive = steer(able());
    expect(drive.asked('_session/steering').params).toEqual({
      sessionId: 's-1',
      prompt: [{ type: 'text', text: 'turn left' }],
    });
    expect(fates(drive.speak('Still right. '))).toEqual([]);
    expect(fates(drive.reply('_session/steering', { outcome: 'injected' }))).toEqual(['accepted']);
    expect(fates(drive.speak('Now left.'))).toEqual(['delivered']);
  });

  it('is missed when the agent does not take it, or has not the extension, or nothing runs', () => {
    expect(fates(steer(able()).reply('_session/steering', { outcome: 'queued' }))).toEqual(['missed']);
    expect(fates(steer(able()).fail('_session/steering', -32601, 'no'))).toEqual(['missed']);
    expect(fates(steer(new Drive({ steering: { by: 'extension' } }).greet().begin()))).toEqual(['missed']);
    expect(fates(steer(able(), ' \n'))).toEqual(['missed']);
    expect(fates(steer(able().reply('session/prompt', { stopReason: 'end_turn' })))).toEqual(['missed']);
  });

  it('holds back the end of the prompt until its fate is known', () => {
    const drive = steer(able()).reply('session/prompt', { stopReason: 'end_turn' });
    expect(drive.events().some(({ type }) => type === 'settled')).toBe(false);
    drive.reply('_session/steering', { outcome: 'injected' });
    expect(drive.events().map((event) => (event.type === 'steer' ? event.state : event.type))).toEqual([
      'accepted',
      'missed',
      'settled',
      'ready',
    ]);
  });
});

describe('an exit', () => {
  const exit = { code: 3, signal: null, stderr: 'warning: damp\n  at the pond\nError: 401 no such key sk-12345678\n' };

  it('fails what runs by the first words that say why, and is what was asked for after a stop', () => {
    const drive = new Drive().greet().begin();
    expect(drive.codec.exit(exit)).toEqual([
      {
        type: 'settled',
        outcome: 'failed',
        failure: {
          class: 'auth',
          message: 'heron ended with code 3 before it had answered: Error: 401 no such key [key]',
        },
      },
    ]);
    const stopped = new Drive().greet().begin();
    stopped.codec.interrupt?.();
    expect(stopped.codec.exit(exit)).toEqual([{ type: 'settled', outcome: 'interrupted' }]);
    expect(new Drive().codec.exit({ code: null, signal: 'SIGKILL', stderr: '' })).toMatchObject([
      { failure: { class: 'agent', message: 'heron ended with signal SIGKILL before it had answered' } },
    ]);
    expect(new Drive().greet().codec.exit(exit)).toEqual([]);
  });
});

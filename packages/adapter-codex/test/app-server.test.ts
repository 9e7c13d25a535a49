import { describe, expect, it } from 'vitest';
import { HandWire, OTHER_THREAD, THREAD } from './hand-wire.js';

const READY = { type: 'ready' };
const INTERRUPTED = { type: 'settled', outcome: 'interrupted' };
const DONE = { type: 'settled', outcome: 'completed', answer: 'Done.' };
const tokens = (input: number, output: number) => ({ inputTokens: input, outputTokens: output });

describe('a thread', () => {
  it('is opened for reading only, and the turn says what it may touch, with the own settings of the person', () => {
    const wire = new HandWire();
    const own = { writable_roots: ['/extra'], network_access: true };
    wire.open({ sandbox_workspace_write: own });
    expect(wire.last('config/read').params).toEqual({ cwd: '/project' });
    wire.prompt({ model: 'fake-2', options: { sandbox: 'workspace-write', approval_policy: 'never', effort: 'low' } });
    expect(wire.last('thread/start').params).toEqual({
      cwd: '/project',
      sandbox: 'read-only',
      approvalPolicy: 'never',
      approvalsReviewer: 'user',
    });
    expect(wire.openThread()).toEqual([{ type: 'session', id: THREAD }, { type: 'model', id: 'fake-2' }, 'turn/start']);
    expect(wire.last('turn/start').params).toMatchObject({
      threadId: THREAD,
      approvalPolicy: 'never',
      approvalsReviewer: 'user',
      sandboxPolicy: { type: 'workspaceWrite', writableRoots: ['/extra'], networkAccess: true },
      model: 'fake-2',
      effort: 'low',
    });
  });

  it('may touch nothing when nothing is given, and is asked about', () => {
    const wire = new HandWire();
    wire.run({ options: {} });
    expect(wire.last('turn/start').params).toMatchObject({
      approvalPolicy: 'on-request',
      sandboxPolicy: { type: 'readOnly', networkAccess: false },
    });
  });

  it('stays for the next prompt, is left for another session, and takes the system text once', () => {
    const wire = new HandWire();
    wire.run({ systemPromptAppend: 'Be brief.' });
    expect(wire.last('thread/start').params).toMatchObject({ developerInstructions: 'Be brief.' });
    wire.complete();
    expect(wire.prompt({ systemPromptAppend: 'Be brief.' })).toEqual(['turn/start']);
    wire.accept();
    wire.begin();
    wire.complete();
    expect(wire.prompt({ systemPromptAppend: 'Be exact.' })).toEqual(['thread/inject_items']);
    expect(wire.reply('thread/inject_items', {})).toEqual(['turn/start']);
    wire.accept();
    wire.begin();
    wire.complete();
    expect(wire.prompt({ session: OTHER_THREAD })).toEqual(['thread/resume']);
    expect(wire.openThread('thread/resume', OTHER_THREAD)).toEqual([
      { type: 'session', id: OTHER_THREAD },
      'turn/start',
    ]);
  });

  it('that cannot be opened fails the prompt, and the process takes another', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt({ session: OTHER_THREAD });
    expect(wire.refuse('thread/resume', 'no rollout found for thread id x')).toMatchObject([
      { type: 'settled', outcome: 'failed', failure: { class: 'session-unknown' } },
      READY,
    ]);
    wire.prompt();
    expect(wire.reply('thread/start', { thread: { id: '../x' } })).toMatchObject([
      { outcome: 'failed', failure: { class: 'protocol' } },
      READY,
    ]);
    wire.prompt();
    wire.openThread();
    expect(wire.refuse('turn/start', 'unexpected')).toMatchObject([
      { outcome: 'failed', failure: { class: 'agent', message: 'codex could not start the turn: unexpected' } },
      READY,
    ]);
  });
});

describe('a stop', () => {
  it('that comes while the thread is being opened sends no prompt', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    expect(wire.note(wire.codec.interrupt?.() ?? [])).toEqual([]);
    expect(wire.openThread()).toEqual([INTERRUPTED, READY]);
  });

  it('is held back until the turn has begun, and written once', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    wire.openThread();
    wire.accept();
    expect(wire.note(wire.codec.interrupt?.() ?? [])).toEqual([]);
    expect(wire.begin()).toEqual(['turn/interrupt']);
    expect(wire.last('turn/interrupt').params).toEqual({ threadId: THREAD, turnId: wire.turn });
    expect(wire.note(wire.codec.interrupt?.() ?? [])).toEqual([]);
    expect(wire.complete('interrupted')).toEqual([INTERRUPTED, READY]);
  });

  it('that comes too late changes nothing: what the wire says is the outcome', () => {
    const wire = new HandWire();
    wire.run();
    wire.note(wire.codec.interrupt?.() ?? []);
    expect(wire.refuse('turn/interrupt', 'no active turn to interrupt')).toEqual([]);
    expect(wire.complete()).toEqual([DONE, READY]);
  });

  it('refuses what waits for an answer, after the stop', () => {
    const wire = new HandWire();
    wire.run();
    const params = { threadId: THREAD, turnId: wire.turn, itemId: 'c', command: 'rm -r x' };
    wire.frame({ id: 0, method: 'item/commandExecution/requestApproval', params });
    expect(wire.note(wire.codec.interrupt?.() ?? [])).toEqual([
      'turn/interrupt',
      'answer 0: {"decision":"decline"}',
      { type: 'withdrawn', id: 'request-0' },
    ]);
    expect(wire.frame({ id: 1, method: 'item/commandExecution/requestApproval', params })).toEqual([
      'answer 1: {"decision":"decline"}',
    ]);
  });

  it('of codex itself is a failure', () => {
    const wire = new HandWire();
    wire.run();
    expect(wire.complete('interrupted')).toMatchObject([{ outcome: 'failed', failure: { class: 'agent' } }, READY]);
  });
});

describe('a steer', () => {
  it('waits for the beginning of the turn, and names it', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    expect(wire.note(wire.codec.steer?.('s1', 'shorter') ?? [])).toEqual([]);
    wire.openThread();
    wire.accept();
    expect(wire.begin()).toEqual(['turn/steer']);
    expect(wire.last('turn/steer').params).toMatchObject({ expectedTurnId: wire.turn, clientUserMessageId: 's1' });
    expect(wire.reply('turn/steer', { turnId: wire.turn })).toEqual([
      { type: 'steer', reference: 's1', state: 'accepted' },
    ]);
    expect(wire.item('started', { type: 'userMessage', id: 'u', clientId: 's1' })).toEqual([
      { type: 'steer', reference: 's1', state: 'delivered' },
    ]);
  });

  it('is missed when codex refuses it, and when the turn ends before it was taken', () => {
    const wire = new HandWire();
    wire.run();
    wire.note(wire.codec.steer?.('s1', 'shorter') ?? []);
    expect(wire.refuse('turn/steer', 'no active turn to steer')).toEqual([
      { type: 'steer', reference: 's1', state: 'missed' },
    ]);
    wire.note(wire.codec.steer?.('s2', 'shorter') ?? []);
    expect(wire.complete()).toEqual([{ type: 'steer', reference: 's2', state: 'missed' }, DONE, READY]);
    expect(wire.reply('turn/steer', { turnId: wire.turn })).toEqual([]);
  });
});

describe('a request of codex', () => {
  it.each([
    ['item/tool/requestUserInput', '{"answers":{}}', true],
    ['mcpServer/elicitation/request', '{"action":"decline","content":null,"_meta":null}', true],
    ['account/chatgptAuthTokens/refresh', '-32601', false],
    ['execCommandApproval', '-32601', false],
  ])('%s is answered in the same step', (method, answer, told) => {
    const wire = new HandWire();
    wire.run();
    const [sent, event] = wire.frame({ id: 0, method, params: { serverName: 'notes' } });
    expect(sent).toBe(`answer 0: ${answer}`);
    expect(event).toMatchObject(told ? { type: 'notice', level: 'warning' } : { type: 'unknown' });
  });

  it.each([
    [true, '{"action":"accept","content":{},"_meta":null}'],
    [false, '{"action":"decline","content":null,"_meta":null}'],
  ])('before it calls a tool of an MCP server is an approval, in the form of a question: %s', (allow, answer) => {
    const wire = new HandWire();
    wire.run();
    const meta = { codex_approval_kind: 'mcp_tool_call', persist: ['always'], tool_name: 'add', tool_params: { a: 1 } };
    const params = { threadId: THREAD, turnId: wire.turn, serverName: 'notes', mode: 'form', _meta: meta };
    expect(wire.frame({ id: 0, method: 'mcpServer/elicitation/request', params })).toEqual([
      { type: 'approval', id: 'request-0', tool: 'mcp__notes__add', input: { a: 1 } },
    ]);
    expect(wire.note(wire.codec.answer?.('request-0', allow, '') ?? [])).toEqual([`answer 0: ${answer}`]);
  });

  it('for an approval outside of a prompt is refused', () => {
    const wire = new HandWire();
    wire.open();
    expect(wire.frame({ id: 0, method: 'item/fileChange/requestApproval', params: {} })).toEqual([
      'answer 0: {"decision":"decline"}',
    ]);
    expect(wire.frame({ id: 'p', method: 'item/permissions/requestApproval', params: {} })).toEqual([
      'answer p: {"permissions":{},"scope":"turn"}',
    ]);
  });

  it('shows what is asked, is answered once, and can be withdrawn', () => {
    const wire = new HandWire();
    wire.run();
    const changes = [{ path: '/project/a', kind: { type: 'add' } }];
    wire.item('started', { type: 'fileChange', id: 'f', changes, status: 'inProgress' });
    const params = { threadId: THREAD, turnId: wire.turn, itemId: 'f', reason: 'why not' };
    expect(wire.frame({ id: 0, method: 'item/fileChange/requestApproval', params })).toEqual([
      { type: 'approval', id: 'request-0', tool: 'file_change', input: { changes, reason: 'why not' } },
    ]);
    expect(wire.note(wire.codec.answer?.('request-0', true, '') ?? [])).toEqual(['answer 0: {"decision":"accept"}']);
    expect(wire.tellTurn('serverRequest/resolved', { requestId: 0 })).toEqual([]);
    wire.frame({ id: 1, method: 'item/fileChange/requestApproval', params });
    expect(wire.tellTurn('serverRequest/resolved', { requestId: 1 })).toEqual([{ type: 'withdrawn', id: 'request-1' }]);
    expect(wire.note(wire.codec.answer?.('request-1', true, '') ?? [])).toEqual([]);
  });
});

describe('what is too long to be read', () => {
  it('does not leave the prompt open when it was the end', () => {
    const wire = new HandWire();
    wire.run();
    const head = (thread: string) =>
      `{"method":"turn/completed","params":{"threadId":"${thread}","turn":{"id":"x","items":[{`;
    expect(wire.note(wire.codec.lost(head(OTHER_THREAD)))).toEqual([]);
    expect(wire.note(wire.codec.lost(head(THREAD)))).toMatchObject([
      { outcome: 'failed', failure: { class: 'protocol' } },
      READY,
    ]);
  });

  it('is refused when it was a question', () => {
    const wire = new HandWire();
    wire.run();
    const head = '{"method":"item/fileChange/requestApproval","id":7,"params":{"threadId":';
    expect(wire.note(wire.codec.lost(head))).toEqual(['answer 7: {"decision":"decline"}']);
  });

  it('is made good by what follows when it was the reply to the prompt', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt();
    wire.openThread();
    expect(wire.note(wire.codec.lost(`{"id":${wire.last('turn/start').id},"result":{"turn":`))).toEqual([]);
    expect(wire.begin()).toEqual([]);
    expect(wire.complete()).toEqual([DONE, READY]);
  });

  it('fails the handshake, the opening of a session and the list of models', () => {
    const greeting = new HandWire();
    greeting.note(greeting.codec.open());
    expect(greeting.note(greeting.codec.lost('{"id":1,"result":{'))).toMatchObject([{ outcome: 'failed' }]);
    const wire = new HandWire();
    wire.open();
    wire.note(wire.codec.models?.() ?? []);
    expect(wire.note(wire.codec.lost('{"id":3,"result":{'))).toMatchObject([{ outcome: 'failed' }, READY]);
    wire.prompt();
    expect(wire.note(wire.codec.lost('{"id":4,"result":{'))).toMatchObject([{ outcome: 'failed' }, READY]);
  });
});

describe('what codex says', () => {
  it('counts each request once, although its figures come again', () => {
    const wire = new HandWire();
    wire.run();
    const usage = (total: object, last: object, turn = wire.turn) =>
      wire.tellTurn('thread/tokenUsage/updated', { turnId: turn, tokenUsage: { total, last } });
    const step = [
      { type: 'usage', scope: 'step', input: 100, output: 5 },
      { type: 'rounds', scope: 'step', count: 1 },
    ];
    expect(usage(tokens(100, 5), tokens(100, 5))).toEqual(step);
    expect(usage(tokens(100, 5), tokens(100, 5))).toEqual([]);
    expect(usage(tokens(200, 10), tokens(100, 5))).toEqual(step);
    expect(usage(tokens(300, 15), tokens(100, 5), 'an-earlier-turn')).toEqual([]);
    expect(usage(tokens(400, 20), tokens(100, 5))).toEqual(step);
  });

  it('of a continued session is counted from where it stood', () => {
    const wire = new HandWire();
    wire.open();
    wire.prompt({ session: THREAD });
    wire.openThread('thread/resume');
    const usage = (total: object) => ({ threadId: THREAD, tokenUsage: { total, last: tokens(100, 5) } });
    expect(wire.tell('thread/tokenUsage/updated', { turnId: 'before', ...usage(tokens(900, 90)) })).toEqual([]);
    wire.accept();
    wire.begin();
    expect(wire.tellTurn('thread/tokenUsage/updated', usage(tokens(1300, 95)))).toMatchObject([
      { input: 400, output: 5 },
      { type: 'rounds' },
    ]);
  });

  it('of a sub-agent is its own: calls are nested, words are none, tokens count', () => {
    const wire = new HandWire();
    wire.run();
    const place = { threadId: OTHER_THREAD, turnId: 'child' };
    const command = { type: 'commandExecution', id: 'c', command: 'ls', status: 'inProgress' };
    expect(wire.item('started', command, place)).toMatchObject([{ type: 'tool', nested: true }]);
    expect(wire.item('completed', { type: 'agentMessage', id: 'm', text: 'Child.' }, place)).toEqual([]);
    expect(
      wire.tell('thread/tokenUsage/updated', { ...place, tokenUsage: { total: tokens(500, 9), last: tokens(50, 9) } }),
    ).toEqual([{ type: 'usage', scope: 'step', input: 50, output: 9 }]);
    wire.tell('thread/status/changed', { ...place, status: { type: 'active', activeFlags: [] } });
    expect(wire.tell('turn/completed', { ...place, turn: { id: 'child', status: 'completed', items: [] } })).toEqual(
      [],
    );
    const end = wire.complete();
    expect(end.slice(0, 2)).toMatchObject([
      { type: 'notice', text: expect.stringContaining('still ran "ls"') },
      { type: 'notice', text: expect.stringContaining('a sub-agent was still at work') },
    ]);
    expect(end.slice(2)).toEqual([DONE, READY]);
  });

  it('once is said once: pieces, then the whole; a message that was cut short is set apart from the next', () => {
    const wire = new HandWire();
    wire.run();
    const delta = (itemId: string, piece: string) => wire.tellTurn('item/agentMessage/delta', { itemId, delta: piece });
    const say = (text: string) => [{ type: 'text', channel: 'answer', text }];
    expect(delta('a', 'Half ')).toEqual(say('Half '));
    expect(delta('b', 'Who')).toEqual(say('\n\nWho'));
    expect(wire.item('completed', { type: 'agentMessage', id: 'b', text: 'Whole.' })).toEqual(say('le.'));
    expect(wire.item('completed', { type: 'agentMessage', id: 'c', text: 'More.' })).toEqual(say('\n\nMore.'));
    expect(wire.complete('completed', { items: [] })).toEqual([{ ...DONE, answer: 'More.' }, READY]);
  });

  it('of an earlier turn is passed over', () => {
    const wire = new HandWire();
    wire.run();
    wire.item('started', { type: 'commandExecution', id: 'c', command: 'sleep 9', status: 'inProgress' });
    wire.complete();
    const earlier = wire.turn;
    wire.prompt();
    wire.accept();
    wire.begin();
    const over = { type: 'commandExecution', id: 'c', command: 'sleep 9', status: 'completed' };
    expect(wire.item('completed', over, { turnId: earlier })).toEqual([]);
  });

  it('is told where it matters: retries, warnings, another model; and unknown things are counted', () => {
    const wire = new HandWire();
    wire.run();
    expect(wire.tellTurn('error', { error: { message: 'Reconnecting... 1/5' }, willRetry: true })).toEqual([
      { type: 'notice', level: 'retry', text: 'codex asks the model again: Reconnecting... 1/5' },
    ]);
    expect(wire.tellTurn('error', { error: { message: 'Gone.' }, willRetry: false })).toEqual([]);
    expect(wire.tell('warning', { threadId: null, message: 'Disk is full.' })).toMatchObject([{ level: 'warning' }]);
    expect(wire.tell('warning', { message: 'Model metadata for `x` not found. Defaulting.' })).toEqual([]);
    expect(wire.tellTurn('model/rerouted', { fromModel: 'a', toModel: 'b' })).toMatchObject([
      { type: 'model', id: 'b' },
      { type: 'notice' },
    ]);
    expect(wire.tell('some/news', {})).toEqual([{ type: 'unknown', frame: 'notification some/news' }]);
    expect(wire.item('started', { type: 'telepathy', id: 't' })).toEqual([
      { type: 'unknown', frame: 'item telepathy' },
    ]);
  });

  it('fails the prompt when it is an end of an unknown kind, or one without a word', () => {
    const wire = new HandWire();
    wire.run();
    expect(wire.complete('paused')).toMatchObject([
      { outcome: 'failed', failure: { class: 'protocol', message: expect.stringContaining('"paused"') } },
      READY,
    ]);
    wire.prompt();
    wire.accept();
    wire.begin();
    expect(wire.complete('completed', { items: [] })).toMatchObject([{ outcome: 'failed' }, READY]);
  });

  it('lists models over several pages', () => {
    const wire = new HandWire();
    wire.open({ model: null });
    wire.note(wire.codec.models?.() ?? []);
    const entry = (id: string, isDefault: boolean) => ({ model: id, displayName: id.toUpperCase(), isDefault });
    expect(wire.reply('model/list', { data: [entry('a', false)], nextCursor: 'more' })).toEqual(['model/list']);
    expect(wire.last('model/list').params).toMatchObject({ cursor: 'more' });
    expect(wire.reply('model/list', { data: [entry('b', true)], nextCursor: null })).toEqual([
      {
        type: 'models',
        models: [
          { id: 'a', name: 'A', thinking: false, images: false },
          { id: 'b', name: 'B', thinking: false, images: false, current: true },
        ],
      },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Codec, Exit, Task } from '../../src/index.js';
import { watchCodec } from '../../src/testing/index.js';
import { ToyLinesCodec } from './toy/toy-lines-codec.js';
import { ToyOnceCodec } from './toy/toy-once-codec.js';

const HELLO = '{"type":"hello","session":"toy-beef"}';
const ASK = '{"type":"ask","id":"a1","tool":"write","input":{}}';
const DONE = '{"type":"done","answer":"Yes"}';
const EXIT: Exit = { code: 0, signal: null, stderr: '' };
const task: Task = {
  transport: 'lines',
  cwd: '/work',
  options: {},
  approvalMs: 0,
  machine: { platform: 'linux', home: '/home/ada', environment: {}, files: {} },
  text: 'Go',
};

function opened() {
  const codec = watchCodec(new ToyLinesCodec(undefined));
  codec.open();
  return codec;
}

function ready() {
  const codec = opened();
  codec.frame(HELLO);
  return codec;
}

function running() {
  const codec = ready();
  codec.prompt(task);
  codec.frame('{"type":"started"}');
  return codec;
}

describe('watchCodec', () => {
  it('has the methods of the codec, and no others', () => {
    expect(Object.keys(watchCodec(new ToyOnceCodec())).sort()).toEqual([
      'exit',
      'frame',
      'lost',
      'open',
      'prompt',
      'state',
    ]);
    const { interrupt, steer, answer, models } = watchCodec(new ToyLinesCodec(undefined));
    expect([interrupt, steer, answer, models].every((method) => typeof method === 'function')).toBe(true);
  });

  it('hands on what the codec answers', () => {
    const codec = opened();
    expect(codec.frame(HELLO)).toEqual([{ type: 'session', id: 'toy-beef' }, { type: 'ready' }]);
  });

  it('follows the codec through its phases', () => {
    const codec = watchCodec(new ToyLinesCodec(undefined));
    const phases = [codec.state.phase];
    const then = (call: () => unknown) => {
      call();
      phases.push(codec.state.phase);
    };
    then(() => codec.open());
    then(() => codec.frame(HELLO));
    then(() => codec.models?.());
    then(() => codec.frame('{"type":"models","models":[]}'));
    then(() => codec.prompt(task));
    then(() => codec.frame(DONE));
    then(() => codec.exit(EXIT));
    expect(phases).toEqual(['new', 'opening', 'ready', 'listing', 'ready', 'running', 'ready', 'gone']);
    expect(codec.state.promptCount).toBe(1);
  });

  it('knows a process that takes no second prompt, and one whose handshake failed', () => {
    const once = watchCodec(new ToyOnceCodec());
    once.open();
    once.prompt(task);
    once.frame(DONE);
    expect(once.state.phase).toBe('settled');
    const failed = opened();
    failed.frame('{"type":"error","kind":"auth","message":"No"}');
    expect(failed.state.phase).toBe('failed');
  });

  it('tells open approvals from those that were withdrawn unanswered', () => {
    const codec = running();
    codec.frame(ASK);
    expect(codec.state.openApprovals).toEqual(['a1']);
    codec.frame('{"type":"cancelled","id":"a1"}');
    expect([codec.state.openApprovals, codec.state.lateApprovals]).toEqual([[], ['a1']]);
    codec.answer?.('a1', true, '');
    expect(codec.state.lateApprovals).toEqual([]);
  });

  it('lets core learn late that a prompt is over', () => {
    const codec = running();
    codec.frame(ASK);
    codec.frame(DONE);
    expect(codec.interrupt?.()).toEqual([]);
    expect(codec.answer?.('a1', true, '')).toEqual([]);
    expect(codec.steer?.('s1', 'Left')).toEqual([{ type: 'steer', reference: 's1', state: 'missed' }]);
  });

  it.each<[string, RegExp, () => unknown]>([
    ['anything before open', /before open/, () => watchCodec(new ToyLinesCodec(undefined)).frame(HELLO)],
    ['open twice', /once/, () => opened().open()],
    ['a prompt before ready', /not when opening/, () => opened().prompt(task)],
    ['a prompt in a prompt', /not when running/, () => running().prompt(task)],
    ['a prompt while the models are listed', /not when listing/, () => listing().prompt(task)],
    ['models in a prompt', /not when running/, () => running().models?.()],
    ['an interrupt before the first prompt', /before the first prompt/, () => ready().interrupt?.()],
    ['a steer before the first prompt', /before the first prompt/, () => ready().steer?.('s1', 'Left')],
    ['a reference used twice', /"s1" was given before/, () => twice((codec) => codec.steer?.('s1', 'Left'))],
    ['an answer that nobody waits for', /"a9", which waits for none/, () => running().answer?.('a9', true, '')],
    ['an answer given twice', /"a1", which waits for none/, () => twice((codec) => codec.answer?.('a1', true, ''))],
    ['anything after exit', /after exit/, () => gone().frame(HELLO)],
    ['exit twice', /after exit/, () => gone().exit(EXIT)],
  ])('blames the caller for %s', (_, message, misuse) => {
    expect(misuse).toThrow(TypeError);
    expect(misuse).toThrow(message);
  });

  it('names the rule and the last calls when the codec is to blame', () => {
    const faulty: Codec = {
      open: () => [{ type: 'ready' }],
      frame: () => [{ type: 'text', channel: 'answer', text: '' }],
      lost: () => [],
      prompt: () => [],
      exit: () => [],
    };
    const codec = watchCodec(faulty);
    codec.open();
    for (let count = 0; count < 20; count += 1) codec.lost(`head ${count}`);
    expect(() => codec.frame('x'.repeat(500))).toThrow(
      expect.objectContaining({
        name: 'InvariantError',
        id: 'text-not-empty',
        rule: 'Text is never empty.',
        calls: [
          ...Array.from({ length: 11 }, (_, index) => `lost("head ${index + 9}") -> []`),
          expect.stringMatching(
            /^frame\("x{100,}… \(502 characters\)\) -> \[\{"type":"text","channel":"answer","text":""\}\]$/,
          ),
        ],
      }),
    );
  });

  it('keeps what a codec threw as the cause', () => {
    const cause = new RangeError('no');
    const codec = watchCodec({
      open: () => {
        throw cause;
      },
      frame: () => [],
      lost: () => [],
      prompt: () => [],
      exit: () => [],
    });
    expect(() => codec.open()).toThrow(expect.objectContaining({ id: 'no-throw', cause }));
  });

  it('takes neither a promise nor null for a list', () => {
    for (const [answer, kind] of [
      [Promise.resolve([]), 'a promise'],
      [null, 'null'],
      ['ready', 'string'],
    ] as const) {
      const codec = watchCodec({
        open: () => answer,
        frame: () => [],
        lost: () => [],
        prompt: () => [],
        exit: () => [],
      } as unknown as Codec);
      expect(() => codec.open()).toThrow(`open returned ${kind}`);
    }
  });

  it.each<[string, unknown]>([
    ['no object', 'ready'],
    ['null', null],
    ['an unknown type', { type: 'end' }],
    ['an inherited name as type', { type: 'constructor' }],
    ['a missing field', { type: 'usage', scope: 'step', input: 1 }],
    ['an undefined field', { type: 'session', id: 'toy-beef', fresh: undefined }],
    ['a field too many', { type: 'ready', since: 1 }],
    ['a word that is not in the list', { type: 'notice', level: 'error', text: 'Oh' }],
    ['a figure as text', { type: 'rounds', scope: 'step', count: '1' }],
    [
      'an unknown field in a failure',
      { type: 'settled', outcome: 'failed', failure: { class: 'agent', message: 'x', code: 1 } },
    ],
    ['an unknown field in a model', { type: 'models', models: [{ id: 'm', cost: 1 }] }],
    ['a model without an id', { type: 'models', models: [{ name: 'm' }] }],
  ])('takes %s for no action', (_, action) => {
    const codec = watchCodec({
      open: () => [action],
      frame: () => [],
      lost: () => [],
      prompt: () => [],
      exit: () => [],
    } as unknown as Codec);
    expect(() => codec.open()).toThrow(expect.objectContaining({ id: 'action-shape' }));
  });
});

function listing() {
  const codec = ready();
  codec.models?.();
  return codec;
}

function gone() {
  const codec = ready();
  codec.exit(EXIT);
  return codec;
}

function twice(call: (codec: ReturnType<typeof running>) => unknown) {
  const codec = running();
  codec.frame(ASK);
  call(codec);
  call(codec);
}

import { writeFile } from 'node:fs/promises';
import type { Failure, SettledEvent } from '@agentmount/core';
import {
  type AgentHome,
  createPiHome,
  cut,
  empty,
  hold,
  length,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  tools,
  waitFor,
} from '@agentmount/testkit';
import { addGateExtension } from './gate-extension.js';
import { type StartedPi, type StartOptions, startPi } from './start-pi.js';

interface Stage {
  readonly model: ScriptedModel;
  readonly home: AgentHome;
  /** Starts another pi in the same home, and ends it with its first prompt. */
  once(prompt: string, given?: StartOptions): Promise<StartedPi>;
}

/** Something that happens on the wire of one real pi. */
export interface Scenario {
  /** In one sentence, for the transcript. */
  readonly note: string;
  /** How its prompts end, in order. */
  readonly ends: readonly SettledEvent[];
  readonly start?: StartOptions;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Before pi starts. */
  prepare?(stage: Stage): Promise<void> | void;
  /** From the moment pi is ready, or has failed to be. */
  run(pi: StartedPi, stage: Stage): Promise<void> | void;
}

const done = (answer: string): SettledEvent => ({ type: 'settled', outcome: 'completed', answer });
const stopped: SettledEvent = { type: 'settled', outcome: 'interrupted' };
const failed = (failure: Failure): SettledEvent => ({ type: 'settled', outcome: 'failed', failure });

const LOG_IN = 'run "pi" in a terminal and log in with /login, or set the key of its provider in the environment';
const REFUSED = failed({
  class: 'auth',
  message: "the model's provider answered 401: Incorrect API key provided: [key]",
  remedy: LOG_IN,
});
const NO_MODEL = failed({
  class: 'model',
  message: 'Model "nobody/nothing" not found',
  remedy: 'ask for the models that pi can reach and name one of them as provider/id',
});
const WORDS = 'One two three. '.repeat(12);

/** The conversations that the transcripts hold; each is played by the real pi on a scripted model. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'rpc-plain': {
    note: 'Two prompts in one process, the first answer with a line separator (U+2028) in it.',
    ends: [done('Hello\u2028there.'), done('Hello again.')],
    prepare: ({ model }) => {
      model.script('hello', [text('Hello\u2028there.', { usage: { input: 120, output: 6, cached: 100 } })]);
      model.script('again', [text('Hello again.')]);
    },
    run: async (pi) => {
      pi.prompt('hello');
      await pi.settled(1);
      pi.prompt('again');
      await pi.settled(2);
    },
  },
  'rpc-tools': {
    note: 'A preamble, three tool calls in one step of which one fails, and the answer.',
    ends: [done('Written.')],
    prepare: ({ model }) => {
      const calls = [
        { name: 'write', arguments: { path: 'notes/a.txt', content: 'A' } },
        { name: 'bash', arguments: { command: 'exit 3' } },
        { name: 'edit', arguments: { path: 'missing.txt', edits: [{ oldText: 'a', newText: 'b' }] } },
      ];
      model.script('write it', [tools(calls, { text: 'I write.' }), text('Written.')]);
    },
    run: async (pi) => {
      pi.prompt('write it');
      await pi.settled();
    },
  },
  'rpc-thinking': {
    note: 'A model that reasons before it answers.',
    ends: [done('Four.')],
    start: { model: 'fake/fake-think', options: { thinking: 'low' } },
    prepare: ({ model }) => void model.script('think', [text('Four.', { thinking: 'Two and two.' })]),
    run: async (pi) => {
      pi.prompt('think');
      await pi.settled();
    },
  },
  'rpc-interrupt-stream': {
    note: 'Stopped while the answer streams, then another prompt in the same process.',
    ends: [stopped, done('Quick.')],
    prepare: ({ model }) => {
      model.script('slow', [hold()]);
      model.script('quick', [text('Quick.')]);
    },
    run: async (pi) => {
      pi.prompt('slow');
      await pi.event('text');
      pi.interrupt();
      await pi.settled(1);
      pi.prompt('quick');
      await pi.settled(2);
    },
  },
  'rpc-interrupt-shell': {
    note: 'Stopped while a shell command runs and a steer waits in the queue.',
    ends: [stopped],
    prepare: ({ model }) => void model.script('wait', [tool('bash', { command: 'sleep 61' })]),
    run: async (pi) => {
      pi.prompt('wait');
      await pi.event('tool');
      pi.steer('s1', 'never mind');
      await pi.event('steer');
      pi.interrupt();
      await pi.settled();
    },
  },
  'rpc-interrupt-at-once': {
    note: 'Stopped in the same moment as prompted.',
    ends: [stopped],
    prepare: ({ model }) => void model.script('now', [text('I ran to the end.')]),
    run: async (pi) => {
      pi.prompt('now');
      pi.interrupt();
      await pi.settled();
    },
  },
  'rpc-steer-tool': {
    note: 'Two steers with one text while a shell command runs; each gets an answer.',
    ends: [done('Left.')],
    prepare: ({ model, home }) => {
      model.script('go', [
        tool('bash', { command: `until [ -e ${home.work}/go ]; do sleep 0.05; done` }),
        text('Never said.'),
      ]);
      model.script('turn left', [text('Left.')]);
    },
    run: async (pi, { home }) => {
      pi.prompt('go');
      await pi.event('tool');
      pi.steer('s1', 'turn left');
      pi.steer('s2', 'turn left');
      await pi.event('steer', (event) => event.reference === 's2');
      await release(home);
      await pi.settled();
    },
  },
  'rpc-steer-late': {
    note: 'Two steers that reach pi when it has finished and we do not know it yet: each starts a run.',
    ends: [done('Late.')],
    run: async (pi, { model }) => {
      const first = hold({ firstWords: 'First, ', rest: 'and done.' });
      model.script('first', [first]);
      model.script('late', [text('Late.')]);
      pi.prompt('first');
      await pi.event('text');
      const goOn = pi.holdOutput();
      first.release();
      await heard(pi, '"agent_settled"', 1);
      pi.steer('s1', 'late one');
      pi.steer('s2', 'late two');
      await heard(pi, '"disposition"', 2);
      goOn();
      await pi.settled();
    },
  },
  'rpc-retry': {
    note: 'The connection breaks and the provider fails before the answer comes.',
    ends: [done('Recovered.')],
    prepare: ({ model }) =>
      void model.script('flaky', [
        cut({ firstWords: 'I was about to say something long. ' }),
        status(500),
        text('Recovered.'),
      ]),
    run: async (pi) => {
      pi.prompt('flaky');
      await pi.settled();
    },
  },
  'rpc-failures': {
    note: 'A refused key, a provider that keeps failing, an answer that is cut off, and one without text.',
    ends: [
      REFUSED,
      failed({
        class: 'agent',
        message: "the model's provider answered 500: scripted failure 500",
        remedy: 'try again later, or use another model',
      }),
      done('cut off he'),
      failed({ class: 'protocol', message: "the model's last message ended normally but has no text" }),
    ],
    prepare: ({ model }) => {
      model.script('refused', [status(401, 'Incorrect API key provided: sk-abcdef123456')]);
      model.script('broken', [status(500)]);
      model.script('long', [length('cut off he')]);
      model.script('nothing', [empty()]);
    },
    run: async (pi) => {
      for (const [index, prompt] of ['refused', 'broken', 'long', 'nothing'].entries()) {
        pi.prompt(prompt);
        await pi.settled(index + 1);
      }
    },
  },
  'rpc-compaction': {
    note: 'The conversation is summarised when it comes near the context window.',
    ends: [done(WORDS), done(WORDS)],
    settings: { compaction: { enabled: true, reserveTokens: 1000, keepRecentTokens: 20 } },
    prepare: ({ model }) => {
      model.script('first', [text(WORDS, { chunkSize: 500 })]);
      model.script('second', [
        text(WORDS, { chunkSize: 500, usage: { input: 119_500, output: 500 } }),
        text('A summary.'),
      ]);
    },
    run: async (pi) => {
      pi.prompt('first');
      await pi.settled(1);
      pi.prompt('second');
      await pi.settled(2);
    },
  },
  'rpc-dialogs': {
    note: 'An extension asks: allowed, denied, stopped while it asks, timed out by itself, and a question that is no yes or no.',
    ends: [done('Asked.'), done('Asked.'), stopped, done('Too late.'), done('Not picked.')],
    prepare: async ({ model, home }) => {
      await addGateExtension(home);
      model.script('ask', [tool('bash', { command: 'echo made > made' }), text('Asked.')]);
      model.script('hurry', [tool('bash', { command: 'echo timed' }), text('Too late.')]);
      model.script('choose', [tool('bash', { command: 'echo pick' }), text('Not picked.')]);
    },
    run: async (pi) => {
      const seen = new Set<string>();
      const next = async () => {
        const { id } = await pi.event('approval', (event) => !seen.has(event.id));
        seen.add(id);
        return id;
      };
      pi.prompt('ask 1');
      pi.answer(await next(), true);
      await pi.settled(1);
      pi.prompt('ask 2');
      pi.answer(await next(), false);
      await pi.settled(2);
      pi.prompt('ask 3');
      await next();
      pi.interrupt();
      await pi.settled(3);
      pi.prompt('hurry');
      await pi.settled(4);
      pi.prompt('choose');
      await pi.settled(5);
    },
  },
  'rpc-commands': {
    note: 'Prompts that pi handles by itself: built-in commands, and commands of an extension that answer, delegate, fail and begin another session.',
    ends: [
      done('No MCP servers configured. Add them to /home/person/.pi/agent/mcp.json or .pi/mcp.json.'),
      done('Hello you'),
      done('Did it.'),
      failed({ class: 'agent', message: 'the command of an extension of pi failed: no luck today' }),
      done(''),
    ],
    prepare: async ({ model, home }) => {
      await addGateExtension(home);
      model.script('delegated', [text('Did it.')]);
    },
    run: async (pi) => {
      for (const [index, prompt] of [
        '/mcp',
        '/greet you',
        '/delegate delegated work',
        '/stumble',
        '/renew',
      ].entries()) {
        pi.prompt(prompt);
        await pi.settled(index + 1);
      }
    },
  },
  'rpc-resume': {
    note: 'A session is continued.',
    ends: [done('Went on.')],
    start: { session: 'older-1' },
    prepare: async ({ model, once }) => {
      model.script('begin', [text('Begun.')]);
      model.script('go on', [text('Went on.')]);
      await once('begin', { transport: 'print', presetSession: 'older-1' });
    },
    run: async (pi) => {
      pi.prompt('go on');
      await pi.settled();
    },
  },
  'rpc-unknown-session': {
    note: 'A session is asked for that pi does not know.',
    ends: [done('Begun afresh.')],
    start: { session: 'nobody-1' },
    prepare: ({ model }) => void model.script('go on', [text('Begun afresh.')]),
    run: async (pi) => {
      pi.prompt('go on');
      await pi.settled();
    },
  },
  'rpc-images': {
    note: 'A picture for a model that takes none, and the list of models.',
    ends: [
      failed({
        class: 'model',
        message: 'the model fake/fake-1 takes no images',
        remedy: 'name a model that does, such as fake/fake-think',
      }),
    ],
    run: async (pi) => {
      pi.prompt('look', [{ mediaType: 'image/png', data: PIXEL }]);
      await pi.settled();
      pi.models();
      await pi.event('models');
    },
  },
  'rpc-picture': {
    note: 'A picture for a model that takes some.',
    ends: [done('A pixel.')],
    start: { model: 'fake/fake-think' },
    prepare: ({ model }) => {
      model.script('look', [text('A pixel.')]);
    },
    run: async (pi) => {
      pi.prompt('look', [{ mediaType: 'image/png', data: PIXEL }]);
      await pi.settled();
    },
  },
  'rpc-no-model': {
    note: 'A model is asked for that pi does not know: it does not start.',
    ends: [NO_MODEL],
    start: { model: 'nobody/nothing' },
    run: () => undefined,
  },
  'print-plain': {
    note: 'One prompt in one shot, with a tool call.',
    ends: [done('Written.')],
    start: { transport: 'print', presetSession: 'print-1' },
    prepare: ({ model }) => {
      model.script('write it', [
        tool('write', { path: 'b.txt', content: 'B' }, { text: 'I write.' }),
        text('Written.'),
      ]);
    },
    run: async (pi) => {
      pi.prompt('write it\nin two lines');
      await pi.settled();
    },
  },
  'print-resume': {
    note: 'A session is continued in one shot.',
    ends: [done('Went on.')],
    start: { transport: 'print', session: 'print-2', options: { tools: 'read,grep' } },
    prepare: async ({ model, once }) => {
      model.script('begin', [text('Begun.')]);
      model.script('go on', [text('Went on.')]);
      await once('begin', { transport: 'print', presetSession: 'print-2' });
    },
    run: async (pi) => {
      pi.prompt('go on');
      await pi.settled();
    },
  },
  'print-unknown-session': {
    note: 'A session is asked for in one shot that pi does not know.',
    ends: [done('Begun afresh.')],
    start: { transport: 'print', session: 'nobody-2' },
    prepare: ({ model }) => void model.script('go on', [text('Begun afresh.')]),
    run: async (pi) => {
      pi.prompt('go on');
      await pi.settled();
    },
  },
  'print-refused': {
    note: 'The provider refuses the key; pi ends with exit code 0 all the same.',
    ends: [REFUSED],
    start: { transport: 'print', presetSession: 'print-3' },
    prepare: ({ model }) => void model.script('refused', [status(401, 'Incorrect API key provided: sk-abcdef123456')]),
    run: async (pi) => {
      pi.prompt('refused');
      await pi.settled();
    },
  },
  'print-swallowed': {
    note: 'A prompt that a built-in command of pi swallows: exit code 0 and nothing but the header.',
    ends: [
      failed({
        class: 'agent',
        message:
          'pi ended without running a model: it handled the prompt by itself, as a command or a hook of an extension',
        remedy: 'use the transport rpc, where the answer of a command can be read',
      }),
    ],
    start: { transport: 'print', presetSession: 'print-4' },
    run: async (pi) => {
      pi.prompt('/mcp');
      await pi.process.waitForExit();
    },
  },
  'print-no-model': {
    note: 'A model is asked for in one shot that pi does not know.',
    ends: [NO_MODEL],
    start: { transport: 'print', presetSession: 'print-5', model: 'nobody/nothing' },
    run: async (pi) => {
      pi.prompt('anything');
      await pi.process.waitForExit();
    },
  },
};

/** A red pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Waits until pi has said that many lines with `words` in them, whether the codec has heard them or not. */
async function heard(pi: StartedPi, words: string, count: number): Promise<void> {
  const found = () => pi.process.lines.filter((line) => line.includes(words)).length >= count;
  await waitFor(found, { what: `${count} lines with ${words}` });
}

/** Lets the shell command go on that waits for the file `go`. */
async function release(home: AgentHome): Promise<void> {
  await writeFile(`${home.work}/go`, '');
}

/** Plays a scenario on the real pi and returns what went over the wire. */
export async function play(scenario: Scenario): Promise<{ pi: StartedPi; home: AgentHome }> {
  await using model = await startScriptedModel();
  await using home = await createPiHome({ model, ...(scenario.settings && { settings: scenario.settings }) });
  const once = async (prompt: string, given?: StartOptions) => {
    await using pi = await startPi(home, given);
    await pi.event('ready');
    pi.prompt(prompt);
    await pi.settled();
    return pi;
  };
  const stage = { model, home, once };
  await scenario.prepare?.(stage);
  await using pi = await startPi(home, scenario.start);
  await Promise.race([pi.event('ready'), pi.settled()]);
  await scenario.run(pi, stage);
  await pi.end();
  return { pi, home };
}

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createPiHome,
  expectNoProcesses,
  hold,
  type ScriptedModel,
  startScriptedModel,
  text,
  tool,
} from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import type { PiOptions } from '../src/options.js';
import { addGateExtension } from './gate-extension.js';
import { PIXEL } from './scenarios.js';
import { type StartedPi, type StartOptions, startPi } from './start-pi.js';

interface Stage {
  readonly model: ScriptedModel;
  readonly home: AgentHome;
  start(given?: StartOptions): Promise<StartedPi>;
}

/** Gives `play` a model and a home, and makes sure that nothing is left running. */
async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  await using model = await startScriptedModel();
  await using home = await createPiHome({ model });
  const start = async (given: StartOptions = {}) => {
    const preset = given.transport === 'print' && given.session === undefined ? { presetSession: 'p1' } : {};
    const pi = await startPi(home, { ...preset, ...given });
    await pi.event('ready');
    return pi;
  };
  await play({ model, home, start });
  await expectNoProcesses(home);
}

/** The prompt as the model got it, to the character. */
function lastPrompt(model: ScriptedModel): unknown {
  const content = model.requests.at(-1)?.body.messages.findLast((message) => message.role === 'user')?.content;
  return typeof content === 'string' ? content : content?.[0]?.text;
}

const notices = (pi: StartedPi) => pi.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));

describe.each(['rpc', 'print'] as const)('pi over %s', (transport) => {
  it.each([
    ['a list', '- item'],
    ['a file', '@file'],
    ['a flag', '--help'],
    ['a path', '/etc/hosts is a file'],
    ['blanks and line ends', ' two\r\nlines\u2028and more '],
    ['more than an argument holds', `long ${'ä'.repeat(150_000)}`],
  ])('takes a prompt as it is: %s', (_case, prompt) =>
    onStage(async ({ model, home, start }) => {
      await writeFile(join(home.work, 'file'), 'The content of a file.');
      model.script(/./, [text('Read.')]);
      await using pi = await start({ transport });
      pi.prompt(prompt);
      expect(await pi.settled()).toMatchObject({ outcome: 'completed', answer: 'Read.' });
      // In one shot pi takes the blanks off both ends.
      expect(lastPrompt(model)).toBe(transport === 'rpc' ? prompt : prompt.trim());
    }),
  );

  it('adds words to the system prompt that name a file', () =>
    onStage(async ({ model, home, start }) => {
      await writeFile(join(home.work, 'notes.md'), 'The content of a file.');
      model.script('go', [text('Went.')]);
      await using pi = await start({ transport, systemPromptAppend: 'notes.md' });
      pi.prompt('go');
      await pi.settled();
      const sent = JSON.stringify(model.requests[0]?.body);
      expect(sent).toContain('notes.md');
      expect(sent).not.toContain('The content of a file.');
    }));

  it.each<[string, PiOptions]>([
    ['a limit', { tools: 'read' }],
    ['a change', { tools: '-bash' }],
    ['no tools', { no_tools: true }],
  ])('runs no shell under %s', (_case, options) =>
    onStage(async ({ model, home, start }) => {
      model.script('try it', [tool('bash', { command: 'echo made > made' }), text('Tried.')]);
      await using pi = await start({ transport, options });
      pi.prompt('try it');
      expect(await pi.settled()).toMatchObject({ outcome: 'completed', answer: 'Tried.' });
      expect(existsSync(join(home.work, 'made'))).toBe(false);
      expect(pi.events).toContainEqual(
        expect.objectContaining({ type: 'tool', phase: 'end', name: 'bash', ok: false }),
      );
    }),
  );

  it('says where it does something else than it was asked to', () =>
    onStage(async ({ model, start }) => {
      model.script('go', [text('Went.')]);
      await using pi = await start({
        transport,
        model: 'with reasoning',
        options: { thinking: 'max', tools: 'read,web_*' },
      });
      pi.prompt('go');
      await pi.settled();
      expect(notices(pi)).toEqual([
        'pi took the model fake/fake-think for "with reasoning"',
        'the model does not have the thinking level max; pi uses high',
        'pi has no tool that fits web_*, so it worked without',
      ]);
    }));

  it('names the missing key', () =>
    onStage(async ({ home, start }) => {
      const path = join(home.home, '.pi', 'agent', 'models.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace(/"apiKey":\s*"[^"]*",?/, ''));
      await using pi = await start({ transport, model: 'fake/fake-1' });
      pi.prompt('go');
      const end = await pi.settled();
      expect(end).toMatchObject({ outcome: 'failed', failure: { class: 'auth' } });
      expect(end.failure?.message).toMatch(/^No API key found for fake/);
    }));

  it('tells what tools inside of a script have done', () =>
    onStage(async ({ model, start }) => {
      const code = 'await tools.write({ path: "inner.txt", content: "x" }); return "ok";';
      model.script('script it', [tool('codemode', { code }), text('Scripted.')]);
      await using pi = await start({ transport, options: { tools: '+codemode' } });
      pi.prompt('script it');
      await pi.settled();
      expect(pi.events).toContainEqual(
        expect.objectContaining({ type: 'tool', phase: 'start', name: 'write', nested: true }),
      );
      expect(pi.events).toContainEqual({ type: 'file', path: 'inner.txt' });
    }));
});

describe('pi over rpc', () => {
  it('shows a picture to a model that takes them, and says when it cannot read one', () =>
    onStage(async ({ model, start }) => {
      model.script('look', [text('Red.')]);
      await using pi = await start({ model: 'fake/fake-think' });
      pi.prompt('look', [{ mediaType: 'image/png', data: PIXEL }]);
      await pi.settled(1);
      expect(model.requests[0]?.images).toHaveLength(1);
      expect(notices(pi)).toEqual([]);
      pi.prompt('look again', [{ mediaType: 'image/png', data: Buffer.from('no picture').toString('base64') }]);
      await pi.settled(2);
      expect(notices(pi)).toEqual([expect.stringMatching(/^pi left out 1 of 1 images/)]);
    }));

  it('lists the models with exact figures', () =>
    onStage(async ({ start }) => {
      await using pi = await start();
      pi.models();
      const { models } = await pi.event('models');
      const figures = { contextWindow: 120_000, maxOutput: 4000, thinking: false, images: false };
      expect(models).toContainEqual({
        id: 'fake/fake-1',
        name: 'Scripted',
        provider: 'fake',
        ...figures,
        current: true,
      });
      expect(models.find((model) => model.id === 'fake/fake-think')).toMatchObject({ thinking: true, images: true });
    }));

  it('is ready when a run has ended that an extension began at the start', () =>
    onStage(async ({ model, home, start }) => {
      const source = `export default function (pi) {
        pi.on('session_start', () => { pi.sendUserMessage('warm up'); });
      }`;
      await addGateExtension(home, source);
      const warm = hold();
      model.script('warm up', [warm]);
      model.script('the task', [text('Done it.')]);
      const starting = start();
      await warm.started;
      warm.release();
      await using pi = await starting;
      pi.prompt('the task');
      expect(await pi.settled()).toEqual({ type: 'settled', outcome: 'completed', answer: 'Done it.' });
    }));

  it('is stopped while the command of an extension asks before the prompt is taken', () =>
    onStage(async ({ home, start }) => {
      const source = `export default function (pi) {
        pi.registerCommand('ask', { handler: async (args, ctx) => {
          ctx.ui.notify(String(await ctx.ui.confirm('Sure?', 'really')), 'info');
        } });
      }`;
      await addGateExtension(home, source);
      await using pi = await start();
      pi.prompt('/ask');
      await pi.event('approval');
      pi.interrupt();
      expect(await pi.settled()).toEqual({ type: 'settled', outcome: 'interrupted' });
    }));

  it('leaves a session that can be continued when it is killed in its work', () =>
    onStage(async ({ model, home, start }) => {
      const held = hold({ firstWords: 'I begin. ' });
      model.script('remember seven', [held]);
      model.script('which number', [text('Seven.')]);
      await using pi = await start();
      const { id } = await pi.event('session');
      pi.prompt('remember seven');
      await pi.event('text');
      pi.process.kill('SIGTERM');
      await pi.end();
      expect(pi.events.filter((event) => event.type === 'settled')).toEqual([]);
      await using next = await start({ session: id });
      next.prompt('which number');
      await next.settled();
      expect(next.events.filter((event) => event.type === 'session')).toEqual([{ type: 'session', id }]);
      expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('remember seven');
      expect(home.testId).not.toBe('');
    }));
});

describe('pi over print', () => {
  it('works under the session id that it was given', () =>
    onStage(async ({ model, start }) => {
      model.script('go', [text('Went.')]);
      await using pi = await start({ transport: 'print', presetSession: 'chosen-1' });
      pi.prompt('go');
      await pi.settled();
      expect(await pi.event('session')).toEqual({ type: 'session', id: 'chosen-1' });
    }));

  it('settles nothing when it is ended in its work', () =>
    onStage(async ({ model, start }) => {
      model.script('slow', [hold({ firstWords: 'I begin. ' })]);
      await using pi = await start({ transport: 'print' });
      pi.prompt('slow');
      await pi.event('text');
      pi.process.kill('SIGTERM');
      await pi.end();
      expect(pi.events.filter((event) => event.type === 'settled')).toEqual([]);
    }));
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectNoProcesses } from '../expect-no-processes.js';
import type { ProgressNotice } from '../mcp-client.js';
import { hold, text } from '../model-steps.js';
import { createTemporaryFolder } from '../temporary-folder.js';
import { waitFor } from '../wait-for.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { sessionOf, startScenario, turnOf } from './start-scenario.js';

/** Turns that come to an answer: on both transports, with tools, continued, in parallel. */
export function turnScenarios(agent: ScenarioAgent): void {
  const { name, tools, transports } = agent;

  describe.each([transports.reachable, transports.oneShot])(`a turn of the real ${name} over %s`, (transport) => {
    const rounds = (words: string) => (agent.silentOnRounds?.includes(transport) ? '' : `${words} · `);

    it('gives the answer, the figures and progress, and leaves nothing running', async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      model.script('Say who you are', [text('I am the scripted one.', { usage: { input: 1200, output: 34 } })]);
      const client = await scenario.connect({ sdk: '2.x' });
      const notices: ProgressNotice[] = [];
      const result = await client.call(
        name,
        { prompt: 'Say who you are', transport },
        { onProgress: (notice) => notices.push(notice) },
      );
      expect(result.isError, result.text).toBe(false);
      const session = sessionOf(result.text);
      expect(result.text.split('\n---\n')[0]).toBe(`[session: ${session}]\n\nI am the scripted one.\n`);
      expect(result.text).toMatch(
        new RegExp(`\n---\n${name}: .*${rounds('1 turn')}1\\.2k in / 34 out · .*\\d+(\\.\\d)?s$`),
      );
      expect(result.content).toHaveLength(1);
      expect(result.raw.structuredContent).toBeUndefined();
      expect(result.meta['agentmount/report']).toMatchObject({ status: 'completed', session, transport, files: [] });
      expect(notices.length).toBeGreaterThan(0);
      const values = notices.map((notice) => notice.progress);
      expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
      expect(JSON.stringify(notices)).not.toContain('Say who you are');
      expect(JSON.stringify(notices)).not.toContain('scripted one');
      await client.close();
      await expectNoProcesses(home);
    });

    it('tells what the agent did: tool calls by name, files it wrote', async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      const path = join(home.work, 'note.md');
      const notices: ProgressNotice[] = [];
      const isTold = () => notices.some((notice) => notice.message?.includes(tools.write));
      let goOn: (() => void) | undefined;
      model.script('Write the note', [
        tools.callWrite(path, 'hello from a delegate\n'),
        tools.callShell('cat note.md'),
        // The model waits until the host has been told: a quick turn has ended before there is progress to tell.
        (request) => {
          const words = /hello from a delegate/.exec(request.toolResults.at(-1) ?? '')?.[0];
          const step = hold({ firstWords: 'The note ', rest: `says: ${words}` });
          if (isTold()) step.release();
          else goOn = step.release;
          return step;
        },
      ]);
      const client = await scenario.connect();
      const onProgress = (notice: ProgressNotice) => {
        notices.push(notice);
        if (isTold()) goOn?.();
      };
      const result = await client.call(name, { prompt: 'Write the note', transport }, { onProgress });
      expect(result.isError, result.text).toBe(false);
      expect(await readFile(path, 'utf8')).toBe('hello from a delegate\n');
      expect(result.text).toContain('\nThe note says: hello from a delegate\n');
      expect(result.text).toMatch(new RegExp(`[·:] ${rounds('3 turns')}2 tool calls: `));
      expect(result.text).toContain('300 in / 15 out');
      expect(result.text.split('\n').at(-1)).toBe(`${name} wrote: note.md`);
      expect(result.text).not.toContain('cat note.md');
      expect(result.meta['agentmount/report']).toMatchObject({
        tools: { [tools.shell]: 1, [tools.write]: 1 },
        files: ['note.md'],
      });
      expect(isTold()).toBe(true);
      expect(JSON.stringify(notices)).not.toContain('hello from');
    });

    it('is continued by a reply after a restart, from another directory, with figures of its own', async () => {
      await using scenario = await startScenario(agent);
      await using elsewhere = await createTemporaryFolder();
      const { model, home } = scenario;
      model.script('Remember the number 4711', [text('I will.')]);
      model.script('Which number', [
        (request) =>
          text(
            request.body.messages.some((message) => JSON.stringify(message).includes('4711'))
              ? 'It was 4711.'
              : 'None.',
          ),
      ]);
      const first = await scenario.connect();
      const begun = await first.call(name, { prompt: 'Remember the number 4711', transport });
      expect(begun.isError, begun.text).toBe(false);
      await first.close();

      const second = await scenario.connect({ cwd: elsewhere.directory });
      const sessions = await second.call(`${name}_sessions`);
      expect(sessions.text).toContain(sessionOf(begun.text));
      expect(sessions.text).toContain(home.work);
      const reply = await second.call(`${name}_reply`, {
        session: sessionOf(begun.text),
        prompt: 'Which number was it?',
        transport,
      });
      expect(reply.isError, reply.text).toBe(false);
      expect(reply.text).toContain('It was 4711.');
      expect(sessionOf(reply.text)).toBe(sessionOf(begun.text));
      expect(reply.text).toContain('100 in / 5 out');
    });
  });

  describe(`what travels to the real ${name}`, () => {
    it.each(Object.values(transports))('is the prompt as it was written, over %s', async (transport) => {
      const prompts = [
        '--version',
        '- item',
        '--help me with\nthis',
        '; rm -rf x',
        'ünïcode \u2028 and "quotes"',
        '$HOME `ls` %PATH%',
      ];
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      model.script(() => true, [text('Read it.')]);
      const client = await scenario.connect();
      const results = await Promise.all(prompts.map((prompt) => client.call(name, { prompt, transport })));
      expect(results.map((result) => (result.isError ? result.text : 'answered'))).toEqual(
        prompts.map(() => 'answered'),
      );
      for (const prompt of prompts) await model.waitForRequest((request) => request.text.includes(prompt));
    });

    it('is a prompt of 200,000 characters, whole', async () => {
      await using scenario = await startScenario(agent);
      const prompt =
        `Begin ${Array.from({ length: 20_000 }, (_, index) => `line ${index % 1000}\n`).join('')} end`.slice(
          0,
          200_000,
        );
      scenario.model.script('Begin line', [text('All of it.')]);
      const client = await scenario.connect();
      for (const transport of Object.values(transports)) {
        const result = await client.call(name, { prompt, transport });
        expect(result.isError, result.text).toBe(false);
      }
      expect(scenario.model.requests.filter((request) => request.text.includes(prompt.trim()))).not.toHaveLength(0);
    });
  });

  describe(`several turns of the real ${name}`, () => {
    it('run in parallel, each waited for by its id, and their reports can be fetched again', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      const held = ['alpha', 'beta'].map((word) => {
        const step = hold({ rest: `The word is ${word}.` });
        model.script(`word ${word}`, [step]);
        return step;
      });
      const client = await scenario.connect();
      const notes = [];
      for (const word of ['alpha', 'beta']) {
        notes.push(await client.call(name, { prompt: `word ${word}`, wait_ms: 0 }));
      }
      expect(notes.map((note) => note.isError)).toEqual([false, false]);
      const [alpha, beta] = notes.map((note) => turnOf(note.text));
      await Promise.all(held.map((step) => step.started));
      const running = await client.call(`${name}_running`);
      expect(running.text).toMatch(/^2 running:\n/);
      expect(running.text).toContain(`[turn: ${alpha}]`);
      const early = await client.call(`${name}_wait`, { turn: beta, wait_ms: 1 });
      expect(early.text).toContain('Still working');
      for (const step of held) step.release();
      expect((await client.call(`${name}_wait`, { turn: beta })).text).toContain('The word is beta.');
      expect((await client.call(`${name}_wait`, { turn: alpha })).text).toContain('The word is alpha.');
      const again = await client.call(`${name}_wait`, { turn: alpha });
      expect(again.text).toContain('The word is alpha.');
      expect(again.text).toContain('[note: this report was given before, ');
      expect((await client.call(`${name}_running`)).text).toMatch(new RegExp(`^No ${name} turn is running`));
    });

    it('queue on one session, and one that is cancelled in the queue never reaches the agent', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      model.script('the first prompt', [text('One.')]);
      const held = hold({ rest: 'Two.' });
      model.script('the second prompt', [held]);
      model.script('the third prompt', [text('Three.')]);
      model.script('the fourth prompt', [text('Four.')]);
      const client = await scenario.connect();
      const session = sessionOf((await client.call(name, { prompt: 'the first prompt' })).text);
      const second = client.call(`${name}_reply`, { session, prompt: 'the second prompt' });
      await held.started;
      const cancelling = new AbortController();
      const third = client
        .call(`${name}_reply`, { session, prompt: 'the third prompt' }, { signal: cancelling.signal })
        .catch(() => 'cancelled');
      const fourth = await client.call(`${name}_reply`, { session, prompt: 'the fourth prompt', wait_ms: 0 });
      expect(fourth.text).toContain('[queued: ');
      await waitFor(
        async () => (await client.call(`${name}_running`)).text.split('waits for the session').length === 3,
        {
          what: 'two turns to wait for the session',
        },
      );
      cancelling.abort();
      expect(await third).toBe('cancelled');
      held.release();
      expect((await second).text).toContain('Two.');
      expect((await client.call(`${name}_wait`, { turn: turnOf(fourth.text) })).text).toContain('Four.');
      expect(model.requests.some((request) => request.text.includes('third'))).toBe(false);
    });
  });

  describe(`the lists of the real ${name}`, () => {
    it('name the models that the agent has, without running a task', async () => {
      await using scenario = await startScenario(agent);
      const client = await scenario.connect();
      const models = await client.call(`${name}_models`);
      expect(models.isError, models.text).toBe(false);
      expect(models.text).toContain('fake-1');
      const found = await client.call(`${name}_models`, { search: 'nothing like it' });
      expect(found.text).toMatch(/^None of the \d+ models/);
      expect(scenario.model.requests).toEqual([]);
      await client.close();
      await expectNoProcesses(scenario.home);
    });
  });
}

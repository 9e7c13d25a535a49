import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endProcesses } from '../end-processes.js';
import { expectNoProcesses } from '../expect-no-processes.js';
import { text } from '../model-steps.js';
import { processMatcher } from '../process-selector.js';
import { processesWith } from '../processes-with.js';
import { noBwrap, noUnshare } from '../sandbox.js';
import { waitFor } from '../wait-for.js';
import { documentedValue } from './docs-snippet.js';
import { HOSTILE_TEXT } from './hostile-text.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { exists, sessionOf, startScenario, turnOf } from './start-scenario.js';

/** A scenario behind a documented wrapper, in which the person is called `you`. */
async function startWrapped(agent: ScenarioAgent, heading: string) {
  const variable = `${agent.name.toUpperCase()}_MCP_WRAP`;
  const documented = await documentedValue(heading, variable);
  const scenario = await startScenario(agent);
  const wrap = documented.replaceAll('/home/you', scenario.home.home);
  return { ...scenario, variable, wrap, env: { ...scenario.home.env, [variable]: wrap } };
}

/** The agent in the sandbox of docs/sandbox-and-remote.md. */
export function sandboxScenarios(agent: ScenarioAgent): void {
  const { name, tools } = agent;

  describe.runIf(noBwrap === undefined)(
    `the real ${name} behind bwrap${noBwrap === undefined ? '' : ` (${noBwrap})`}`,
    () => {
      it('works in its directory and nowhere else, is given its files, and goes on with its session', async () => {
        await using scenario = await startWrapped(agent, 'bwrap');
        const { model, home } = scenario;
        const outside = join(home.directory, 'outside.txt');
        model.script('work in the box', [
          tools.callShell(
            `pwd > inside.txt; ps ax | wc -l >> inside.txt; touch ${outside} || echo refused >> inside.txt`,
          ),
          text('Done in the box.'),
        ]);
        model.script('go on', [text('Still in the box.')]);
        const client = await scenario.connect({ env: scenario.env });
        const system_prompt_append = `BEGIN${HOSTILE_TEXT}END`;
        const result = await client.call(name, { prompt: 'work in the box', system_prompt_append });
        expect(result.isError, result.text).toBe(false);
        expect(result.text).toContain('Done in the box.');
        expect(JSON.stringify(model.requests[0]?.body.messages)).toContain(
          JSON.stringify(system_prompt_append).slice(1, -1),
        );
        const [cwd, processes, refused] = (await readFile(join(home.work, 'inside.txt'), 'utf8')).split('\n');
        expect([cwd, refused]).toEqual([home.work, 'refused']);
        // In the namespace there is nobody but itself.
        expect(Number(processes)).toBeLessThan(12);
        expect(await exists(outside)).toBe(false);
        const reply = await client.call(`${name}_reply`, { session: sessionOf(result.text), prompt: 'go on' });
        expect(reply.text).toContain('Still in the box.');
        await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
      });

      it('fails by name where the wrapper hides its private files, or its directory', async () => {
        await using scenario = await startWrapped(agent, 'bwrap');
        const { home, variable, wrap } = scenario;
        const hidden = { ...scenario.env, [variable]: `${wrap} --tmpfs ${home.env.TMPDIR}` };
        const client = await scenario.connect({ env: hidden });
        if (agent.readsTextFromFile) {
          const result = await client.call(name, { prompt: 'never asked', system_prompt_append: 'Be brief.' });
          expect(result.isError).toBe(true);
          expect(result.text).toContain('agentmount: the wrapper hides ');
        }
        const elsewhere = { ...scenario.env, [variable]: `bwrap --ro-bind /usr /usr --chdir {cwd}` };
        const lost = await (await scenario.connect({ env: elsewhere })).call(name, { prompt: 'never asked' });
        expect(lost.isError).toBe(true);
        expect(lost.text).toContain(`bwrap: Can't chdir to ${home.work}`);
        expect(scenario.model.requests).toEqual([]);
      });
    },
  );
}

/** What escapes all of our own means ends with the process namespace that a wrapper of docs/sandbox-and-remote.md gives the agent. */
export function namespaceScenarios(
  agent: ScenarioAgent,
  heading: 'bwrap' | 'unshare',
  how: 'cancelled' | 'killed with its server',
): void {
  const { name, tools, transports } = agent;
  const missing = heading === 'bwrap' ? noBwrap : noUnshare;

  describe.runIf(missing === undefined)(
    `the real ${name} in the process namespace of ${heading}${missing === undefined ? '' : ` (${missing})`}`,
    () => {
      it(`takes along what has cleared its environment and left its session, when its turn is ${how}`, async () => {
        await using scenario = await startWrapped(agent, heading);
        const { model, home } = scenario;
        // Found by nothing but its argument: no variable, no parent, no session, no directory.
        const seconds = `${process.pid}${Date.now() % 100_000}`;
        const daemon = `cd / && env -i setsid setsid sh -c "env -i setsid sleep ${seconds} >/dev/null 2>&1 </dev/null &" >/dev/null 2>&1`;
        model.script('leave something', [
          tools.callShell(`(${daemon}); touch begun; tail -f /dev/null`),
          text('Never said.'),
        ]);
        const client = await scenario.connect({ env: scenario.env });
        const call = client.call(name, { prompt: 'leave something', transport: transports.reachable, wait_ms: 0 });
        const turn = turnOf((await call).text);
        await waitFor(() => exists(join(home.work, 'begun')), {
          what: 'the shell command to begin',
          timeoutMs: 90_000,
        });
        const detached = { commandIncludes: `sleep ${seconds}` };
        const isThere = async () => (await processesWith(detached)).length > 0;
        await waitFor(isThere, { what: 'the process that detaches itself' });
        try {
          if (how === 'cancelled') {
            await client.call(`${name}_send`, { turn, command: 'abort' });
            await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
          } else {
            client.kill('SIGKILL');
            await expectNoProcesses(home);
          }
          await expectNoProcesses(detached);
        } finally {
          await endProcesses(detached);
        }
      });
    },
  );
}

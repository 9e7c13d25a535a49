import { createPiHome, expectNoProcesses, startLineProcess, startScriptedModel } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { piAgent } from './pi-agent.js';

it('the built program examines the real pi, and prints what a host needs', async () => {
  await using model = await startScriptedModel();
  await using home = await createPiHome({ model });
  const run = async (...args: readonly string[]) => {
    const { env, work: cwd } = home;
    await using started = await startLineProcess({
      command: process.execPath,
      args: [piAgent.program, ...args],
      env,
      cwd,
    });
    started.endInput();
    const { code } = await started.waitForExit();
    await started.outputEnded;
    return { code, stdout: started.lines.join('\n'), stderr: started.stderr() };
  };
  const doctor = await run('doctor');
  expect({ code: doctor.code, stderr: doctor.stderr }, doctor.stdout).toEqual({ code: 0, stderr: '' });
  expect(doctor.stdout).toMatch(/\n {2}ok +program .*\n {2}ok +version +1\.6\.0, inside the tested range/);
  expect(doctor.stdout).toMatch(/ok +models +\d+ can be used/);
  expect(doctor.stdout).not.toContain('scripted-key');
  await expectNoProcesses(home);

  const hosts = await run('hosts', 'cursor');
  expect(hosts.code).toBe(0);
  const entry = { command: process.execPath, args: [piAgent.program] };
  expect(JSON.parse(hosts.stdout)).toEqual({ mcpServers: { pi: entry } });
});

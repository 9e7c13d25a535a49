import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { endProcesses, type Screen, type ScriptedModel, startScreen, startScriptedModel } from '@agentmount/testkit';
import { expect } from 'vitest';
import type { Profile } from '../../src/launcher/manifest-schema.js';
import { createInstallation } from './installation.js';
import { qwenVersion, trustedQwen } from './real-qwen.js';
import { runProgram } from './run-program.js';
import { type ProviderAnswer, startScriptedProvider } from './scripted-provider.js';

/** What a fresh qwen would ask a person about. It is in the system settings, so that the person's file holds the hook alone. */
const withoutQuestions = { security: { auth: { selectedType: 'openai' } }, model: { name: 'fake-1' } };
const quiet = { enableAutoUpdate: false };

/** Everything set up for one launcher of the real qwen, which has not been started yet. */
export async function createLaunchedQwen(profile: Profile, answer: ProviderAnswer) {
  const model = await startScriptedModel();
  const provider = await startScriptedProvider(answer);
  const testId = randomUUID();
  const installation = await createInstallation({ profile, origin: provider.origin, hasPrograms: true });
  const { at, write } = installation;
  installation.change({
    qwenEntry: trustedQwen(installation.folder),
    qwenVersion,
    environment: {
      OPENAI_BASE_URL: { value: model.baseUrl },
      OPENAI_MODEL: { value: 'fake-1' },
      OPENAI_API_KEY: { file: at('etc/model-key') },
      AGENTMOUNT_TEST_ID: { value: testId },
    },
  });
  const system = JSON.parse(readFileSync(at('etc/system.json'), 'utf8'));
  write('etc/system.json', { ...system, ...withoutQuestions, general: { ...system.general, ...quiet } });
  const command = at('program', 'start');
  const admin = (...list: string[]) => runProgram(at('program/admin.js'), { arguments: list });
  expect(await admin('install', installation.manifestPath, command)).toMatchObject({ code: 0 });
  const doctor = await admin('doctor', installation.manifestPath);
  expect(doctor.stdout).not.toContain('FAILED');
  return {
    ...installation,
    model: model as ScriptedModel,
    provider,
    /** Starts it, and waits until a prompt can be typed. */
    async start(): Promise<Screen> {
      const screen = startScreen(installation.folder, [command], { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, '/');
      await screen.waitFor('Type your message');
      return screen;
    },
    async [Symbol.asyncDispose]() {
      await endProcesses(testId);
      await installation[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await model.close();
    },
  };
}

/** Types a line into qwen and sends it. */
export async function submit(screen: Screen, line: string): Promise<void> {
  // The space behind it closes what the line would be completed with; a key that comes too early is lost.
  screen.type(`${line} `);
  await screen.waitFor(`> ${line}`);
  screen.press('Enter');
}

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createPiHome,
  type ScriptedModel,
  startLineProcess,
  startScriptedModel,
  text,
} from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { agentDirectory, sessionDirectory, settingsFile } from '../src/session-dir.js';
import { startPi } from './start-pi.js';

const machine = (environment: Record<string, string> = {}, settings?: string, platform: NodeJS.Platform = 'linux') => {
  const place = { platform, home: platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada', environment };
  const cwd = platform === 'win32' ? 'C:\\work' : '/work';
  return { ...place, files: settings === undefined ? {} : { [settingsFile(place, cwd)]: settings } };
};

describe('the folder for sessions', () => {
  it.each([
    ['/home/ada/my dir-ü', '--home-ada-my dir-ü--'],
    ['/home/ada/a:b', '--home-ada-a-b--'],
    ['/', '----'],
  ])('of %s is %s', (cwd, folder) => {
    expect(sessionDirectory(machine(), cwd)).toBe(`/home/ada/.pi/agent/sessions/${folder}`);
  });

  it('follows the environment', () => {
    expect(sessionDirectory(machine({ HOME: '/h', PI_CODING_AGENT_DIR: '~/p' }), '/work')).toBe(
      '/h/p/sessions/--work--',
    );
    expect(sessionDirectory(machine({ PI_CODING_AGENT_DIR: 'p' }), '/work')).toBe('/work/p/sessions/--work--');
    expect(sessionDirectory(machine({ PI_CODING_AGENT_SESSION_DIR: '~/s' }, '{"sessionDir":"/other"}'), '/work')).toBe(
      '~/s',
    );
    expect(agentDirectory(machine({ PI_CODING_AGENT_DIR: '~' }), '/work')).toBe('/home/ada');
  });

  it('follows the settings, and no broken ones', () => {
    expect(sessionDirectory(machine({}, '\uFEFF{"sessionDir":"~/s"}'), '/work')).toBe('~/s');
    for (const broken of ['{', '[]', 'null', '{"sessionDir":5}', '{"sessionDir":""}']) {
      expect(sessionDirectory(machine({}, broken), '/work')).toBe('/home/ada/.pi/agent/sessions/--work--');
    }
  });

  it('is the one of Windows on Windows', () => {
    expect(sessionDirectory(machine({ USERPROFILE: 'D:\\me' }, undefined, 'win32'), 'C:\\work\\x')).toBe(
      'D:\\me\\.pi\\agent\\sessions\\--C--work-x--',
    );
  });
});

/** What the person's own pi, started without a word about sessions, makes of the session. */
async function ownPi(home: AgentHome, session: string, prompt: string): Promise<string> {
  await using own = await startLineProcess({
    command: home.bin,
    args: ['-p', '--session-id', session],
    env: home.env,
    cwd: home.work,
  });
  await own.write(prompt);
  own.endInput();
  await own.waitForExit();
  return own.stderr();
}

async function record(home: AgentHome, model: ScriptedModel): Promise<string> {
  model.script('remember seven', [text('Remembered.')]);
  model.script('which number', [
    (request) => text(JSON.stringify(request.body).includes('remember seven') ? 'Seven.' : 'None.'),
  ]);
  await using pi = await startPi(home);
  const { id } = await pi.event('session');
  await pi.event('ready');
  pi.prompt('remember seven');
  await pi.settled();
  return id;
}

describe("the person's own pi (real)", () => {
  it.each([
    ['by default', {}, {}],
    ['with a folder in its settings', { settings: { sessionDir: '~/kept' } }, {}],
    ['with a folder in its environment', {}, { PI_CODING_AGENT_SESSION_DIR: '~/elsewhere' }],
    ['with a relative folder', {}, { PI_CODING_AGENT_SESSION_DIR: 'beside' }],
  ])('finds our sessions %s', async (_case, options, env) => {
    await using model = await startScriptedModel();
    await using home = await createPiHome({ model, ...options, env });
    const id = await record(home, model);
    expect(await ownPi(home, id, 'which number')).not.toContain('No project session found');
    expect(model.requests.at(-1)?.text).toBe('which number');
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('remember seven');
  });

  it('does not lose them to a project that names a folder', async () => {
    await using model = await startScriptedModel();
    await using home = await createPiHome({ model });
    await mkdir(join(home.work, '.pi'), { recursive: true });
    await writeFile(join(home.work, '.pi', 'settings.json'), JSON.stringify({ sessionDir: join(home.work, 'taken') }));
    await record(home, model);
    expect(await readdir(home.work)).toEqual(['.pi']);
    expect(await readdir(join(home.home, '.pi', 'agent', 'sessions'))).toHaveLength(1);
  });
});

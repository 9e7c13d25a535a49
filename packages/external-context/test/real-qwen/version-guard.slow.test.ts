import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentHome, createQwenHome, type ScriptedModel, startScriptedModel, text } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { ownUid } from '../support/installation.js';
import { hookContext, minutes, qwenVersion, runHeadless } from '../support/real-qwen.js';
import { runCommand } from '../support/run-program.js';

/*
 * What the documentation says of qwen, and what launchers and hook are built on. A new qwen that fails here behaves in
 * another way: change docs/differences.md, and look at what follows from it, before the version in the examples is raised.
 * The letters and numbers are those of that page.
 */

const posix = process.platform !== 'win32';

/** A home, a model that says `answered` to everything, and a folder that hooks write to. */
async function createQwen(
  options: { readonly settings?: Record<string, unknown>; readonly env?: Record<string, string> } = {},
) {
  const model = await startScriptedModel({ otherwise: text('answered') });
  const home = await createQwenHome({ model, ...options });
  const system = join(home.directory, 'system-settings.json');
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  };
  return {
    model,
    home,
    /** Writes system settings; runs have to name them by `systemEnv`. */
    system: (content: object) => write(system, content),
    systemEnv: { QWEN_CODE_SYSTEM_SETTINGS_PATH: system },
    inRepository: (path: string, content: unknown) => write(join(home.work, path), content),
    /** The events that hooks called `name` have got. */
    events: (name = 'hook') => {
      const path = join(home.directory, `${name}.jsonl`);
      if (!existsSync(path)) return [];
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    },
    /** Settings with a hook that notes its event and gives a context. */
    recording: (name = 'hook') =>
      hook(
        `cat >> '${home.directory}/${name}.jsonl'; echo >> '${home.directory}/${name}.jsonl'; echo context-of-${name}`,
      ),
    async [Symbol.asyncDispose]() {
      await home.dispose();
      await model.close();
    },
  };
}

function hook(command: string, timeout = 8000) {
  return { hooks: { UserPromptSubmit: [{ matcher: '*', hooks: [{ type: 'command', command, timeout }] }] } };
}

/** The context of hooks in each request. */
function contexts({ requests }: ScriptedModel): (string | undefined)[] {
  return requests.map(hookContext);
}

async function ask(home: AgentHome, prompt: string, env: Record<string, string> = {}) {
  const result = await runHeadless(home, ['-p', prompt], { env });
  expect(result.code, result.stderr).toBe(0);
  return result.stdout.trim();
}

describe.runIf(posix)(`qwen ${qwenVersion}`, { timeout: minutes(10) }, () => {
  it('D1: says what was submitted also when nobody types', async () => {
    await using qwen = await createQwen();
    writeFileSync(
      join(qwen.home.home, '.qwen/settings.json'),
      JSON.stringify({ ...settingsOf(qwen.home), ...qwen.recording() }),
    );
    expect(await ask(qwen.home, 'one  thing')).toBe('answered');
    await runHeadless(qwen.home, ['another thing']);
    const message = {
      type: 'user',
      message: { role: 'user', content: 'a third thing' },
      parent_tool_use_id: null,
      session_id: '',
    };
    await runHeadless(qwen.home, ['--input-format', 'stream-json', '--output-format', 'stream-json'], {
      input: `${JSON.stringify(message)}\n`,
    });
    expect(qwen.events().map(({ submitted_prompt }) => submitted_prompt)).toEqual([
      'one  thing',
      'another thing',
      'a third thing',
    ]);
    expect(Object.keys(qwen.events()[0]).sort()).toEqual([
      'cwd',
      'hook_event_name',
      'permission_mode',
      'prompt',
      'prompt_id',
      'session_id',
      'submitted_prompt',
      'timestamp',
      'transcript_path',
    ]);
    expect(qwen.events()[0]).toMatchObject({ hook_event_name: 'UserPromptSubmit', cwd: qwen.home.work });
    expect(contexts(qwen.model)).toEqual(Array(3).fill('context-of-hook'));
  });

  it('D1: leaves it out for a blank prompt', async () => {
    await using qwen = await createQwen();
    writeFileSync(
      join(qwen.home.home, '.qwen/settings.json'),
      JSON.stringify({ ...settingsOf(qwen.home), ...qwen.recording() }),
    );
    await runHeadless(qwen.home, ['-p', '   ']);
    for (const event of qwen.events()) expect(event).not.toHaveProperty('submitted_prompt');
  });

  it('D2: goes on without context when the hook cannot be started or takes too long, and holds the prompt back for exit code 2 only', async () => {
    await using qwen = await createQwen();
    const settings = settingsOf(qwen.home);
    const withHook = (command: string, timeout?: number) => {
      writeFileSync(
        join(qwen.home.home, '.qwen/settings.json'),
        JSON.stringify({ ...settings, ...hook(command, timeout) }),
      );
    };
    withHook("exec '/nonexistent/node' '/nonexistent/hook.js'");
    expect(await ask(qwen.home, 'missing program')).toBe('answered');
    withHook('sleep 30', 1500);
    expect(await ask(qwen.home, 'slow hook')).toBe('answered');
    withHook('exit 1');
    expect(await ask(qwen.home, 'failing hook')).toBe('answered');
    expect(contexts(qwen.model)).toEqual(Array(3).fill(undefined));
    withHook('echo held back >&2; exit 2');
    expect(await ask(qwen.home, 'blocking hook')).toBe('');
    expect(qwen.model.requests).toHaveLength(3);
  });

  it('D4: runs a hook of the system settings whatever the workspace says, and one of each scope', async () => {
    await using qwen = await createQwen();
    qwen.inRepository('.qwen/settings.json', { disableAllHooks: true, hooks: { UserPromptSubmit: [] } });
    qwen.system({ disableAllHooks: false, ...qwen.recording('system') });
    expect(await ask(qwen.home, 'first', qwen.systemEnv)).toBe('answered');
    expect(qwen.events('system')).toHaveLength(1);
    writeFileSync(
      join(qwen.home.home, '.qwen/settings.json'),
      JSON.stringify({ ...settingsOf(qwen.home), ...qwen.recording('user') }),
    );
    expect(await ask(qwen.home, 'second', qwen.systemEnv)).toBe('answered');
    expect([qwen.events('system').length, qwen.events('user').length]).toEqual([2, 1]);
    const both = contexts(qwen.model)
      .at(-1)
      ?.split('\n')
      .filter((line) => line !== '');
    expect(both?.sort()).toEqual(['context-of-system', 'context-of-user']);
  });

  it('D5: lets a workspace switch hooks off unless the system settings keep them on', async () => {
    await using qwen = await createQwen();
    writeFileSync(
      join(qwen.home.home, '.qwen/settings.json'),
      JSON.stringify({ ...settingsOf(qwen.home), ...qwen.recording() }),
    );
    qwen.inRepository('.qwen/settings.json', { disableAllHooks: true });
    await ask(qwen.home, 'first');
    expect(qwen.events()).toHaveLength(0);
    qwen.system({ disableAllHooks: false });
    await ask(qwen.home, 'second', qwen.systemEnv);
    expect(qwen.events()).toHaveLength(1);
  });

  it.each(['QWEN_CODE_SAFE_MODE', 'QWEN_CODE_SIMPLE'])(
    'D5: lets an .env file switch hooks off by %s, unless it is set to 0',
    async (name) => {
      await using qwen = await createQwen();
      qwen.system({ disableAllHooks: false, ...qwen.recording() });
      qwen.inRepository('.qwen/.env', `${name}=1\n`);
      await ask(qwen.home, 'first', qwen.systemEnv);
      expect(qwen.events()).toHaveLength(0);
      await ask(qwen.home, 'second', { ...qwen.systemEnv, [name]: '0' });
      expect(qwen.events()).toHaveLength(1);
    },
  );

  it.runIf(ownUid === 0)('D3: ends at once when QWEN_HOME is closed to the person', async () => {
    await using qwen = await createQwen();
    for (const path of [qwen.home.directory, qwen.home.home, qwen.home.work]) chmodSync(path, 0o755);
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    const result = await runCommand('setpriv', [...nobody, qwen.home.bin, '-p', 'hello'], {
      env: qwen.home.env,
      cwd: qwen.home.work,
    });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('EACCES');
    expect(qwen.model.requests).toHaveLength(0);
  });

  it('D6: takes from an .env file what is unset or empty, and nothing else', async () => {
    await using qwen = await createQwen();
    const seen = () => readFileSync(join(qwen.home.directory, 'environment'), 'utf8').split('\n');
    qwen.system(hook(`env > '${qwen.home.directory}/environment'`));
    qwen.inRepository('.env', 'HTTP_PROXY=http://127.0.0.1:1\nNODE_DEBUG=none\nQWEN_OWN=1\n');
    const direct = { ...qwen.systemEnv, NO_PROXY: '*', no_proxy: '*' };
    await ask(qwen.home, 'first', direct);
    expect(seen()).toEqual(expect.arrayContaining(['HTTP_PROXY=http://127.0.0.1:1', 'NODE_DEBUG=none', 'NO_PROXY=*']));
    await ask(qwen.home, 'second', { ...direct, HTTP_PROXY: '' });
    expect(seen()).toContain('HTTP_PROXY=http://127.0.0.1:1');
    await ask(qwen.home, 'third', { ...direct, HTTP_PROXY: 'http://127.0.0.1:2' });
    expect(seen()).toContain('HTTP_PROXY=http://127.0.0.1:2');
  });
});

/** The settings that the testkit wrote for a home. */
function settingsOf(home: AgentHome): object {
  const settings = JSON.parse(readFileSync(join(home.home, '.qwen/settings.json'), 'utf8'));
  delete settings.hooks;
  return settings;
}

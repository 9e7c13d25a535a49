import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createQwenHome, startScriptedModel, text } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-programs.js';
import { autoRecallConfiguration, writeConfiguration } from '../support/configurations.js';
import { minutes, qwenVersion, runHeadless } from '../support/real-qwen.js';
import { startScriptedProvider } from '../support/scripted-provider.js';

describe.runIf(process.platform !== 'win32')(`qwen ${qwenVersion} with the hook`, { timeout: minutes(5) }, () => {
  it('is not disturbed by a hook that has been given more than it reads', async () => {
    await using model = await startScriptedModel({ otherwise: text('answered') });
    await using provider = await startScriptedProvider();
    const command = `'${process.execPath}' '${await builtProgram('auto-recall')}' > answer; echo " $?" >> answer`;
    const hooks = { UserPromptSubmit: [{ matcher: '*', hooks: [{ type: 'command', command, timeout: 8000 }] }] };
    await using home = await createQwenHome({ model, settings: { hooks } });
    const env = writeConfiguration(home.directory, autoRecallConfiguration(provider.origin, home.work));
    writeFileSync(join(home.work, 'answer'), '');
    const result = await runHeadless(home, ['-p', 'sum it up'], { env, input: 'word '.repeat(600_000) });
    expect(readFileSync(join(home.work, 'answer'), 'utf8')).toBe('{} 0\n');
    // The prompt is too long for the model as well, and that is all that qwen has to say.
    expect(result.stderr).not.toMatch(/EPIPE|hook/i);
    expect(`${result.stdout}${result.stderr}`).toContain('Context is too large');
    expect(provider.requests).toEqual([]);
  });
});

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf, createHook } from '../support/hook.js';

/** From the start of the process: the clock of the hook counts what starting it takes. */
const wallClockMs = 6500;
/** When qwen gives up on the hook. */
const qwenWaitsMs = 8000;

describe('the time of the hook', () => {
  it('runs out on a stdin that never ends', async () => {
    await using hook = await createHook();
    const result = await hook.run({ keepsInputOpen: true });
    expect(contextOf(result)).toBeUndefined();
    expect(result.ms).toBeGreaterThan(wallClockMs - 100);
    expect(result.ms).toBeLessThan(qwenWaitsMs);
  });

  it.runIf(process.platform !== 'win32')('runs out on a stdout that nobody reads', async () => {
    await using hook = await createHook();
    const pipe = join(hook.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const fill = () => {
      for (;;) writeSync(writer, Buffer.alloc(4096));
    };
    expect(fill).toThrow('EAGAIN');
    const start = performance.now();
    const child = spawn(process.execPath, [hook.hook], { env: hook.environment, stdio: ['pipe', writer, 'ignore'] });
    child.stdin?.end(JSON.stringify(hook.event));
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(performance.now() - start).toBeLessThan(qwenWaitsMs);
    expect(hook.provider.requests).toHaveLength(1);
    closeSync(reader);
    closeSync(writer);
  });
});

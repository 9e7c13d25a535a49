import { describe, expect, it } from 'vitest';
import { waitTime } from '../../src/turns/host-wait.js';

describe('waitTime', () => {
  it.each([
    ['claude-code', undefined],
    ['codex-mcp-client', 285_000],
    ['gemini-cli-mcp-client', 585_000],
    ['qwen-cli-mcp-client-qwen', 585_000],
    ['somebody', 50_000],
    ['not-claude-code', 50_000],
    [undefined, 50_000],
  ])('of the host %s', (host, ms) =>
    expect(waitTime(undefined, undefined, host === undefined ? {} : { host })).toBe(ms),
  );

  it('is what the call asked for, then what the variable says', () => {
    expect(waitTime(0, 70, { host: 'claude-code' })).toBe(0);
    expect(waitTime(undefined, 70, { host: 'claude-code' })).toBe(70);
  });
});

import { defineAdapter } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { assertDifferentNames } from '../../src/mount/assert-different-names.js';
import { instructions } from '../../src/mount/instructions.js';
import { mountAdapter } from '../../src/mount/mount-adapter.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { linesAdapter } from '../fixtures/lines-adapter.js';

const other = defineAdapter({ ...linesAdapter, name: 'abcdefghijklmnop' });
const { settings } = readSettings(linesAdapter, { environment: {}, home: '/home/someone' });
const mount = (adapter: typeof linesAdapter) =>
  mountAdapter({ adapter, settings, createRunner: () => Promise.reject(new Error('not in this test')) });

describe('several adapters', () => {
  it('of one name are refused', () => {
    expect(() => assertDifferentNames([linesAdapter, other, linesAdapter])).toThrow(
      new TypeError('two adapters have the name lines: their tools could not be told apart'),
    );
    expect(() => assertDifferentNames([linesAdapter, other])).not.toThrow();
  });

  it('share no tool, and the longest name makes no tool name too long', () => {
    const names = [linesAdapter, other].flatMap((adapter) => mount(adapter).tools.map((tool) => tool.name));
    expect(new Set(names).size).toBe(names.length);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(30);
  });

  it('are explained together in few words', () => {
    const text = instructions([linesAdapter, other]);
    expect(text.length).toBeLessThan(1500);
    expect(text).toContain('lines: Lines, an invented agent. Caution: it does whatever its script says.');
    expect(text).toContain('X_reply continues that session');
  });
});

describe('a mounted adapter', () => {
  it('of which no tool was ever called has nothing to end', async () => {
    await expect(mount(linesAdapter).close()).resolves.toBeUndefined();
  });
});

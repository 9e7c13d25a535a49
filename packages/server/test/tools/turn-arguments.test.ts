import { defineAdapter } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { turnArguments, turnRequest } from '../../src/tools/turn-arguments.js';
import { linesAdapter } from '../fixtures/lines-adapter.js';

describe('turnArguments', () => {
  it('has images only where a transport takes them', () => {
    expect(Object.keys(turnArguments(linesAdapter))).not.toContain('images');
    const [pipe] = linesAdapter.transports;
    const seeing = defineAdapter({ ...linesAdapter, transports: [pipe, { ...pipe, name: 'eyes', images: true }] });
    expect(Object.keys(turnArguments(seeing))).toContain('images');
  });

  it.each(['prompt', 'session', 'cwd', 'wait_ms', 'images'])('refuses an adapter whose option is named %s', (name) => {
    const adapter = defineAdapter({
      ...linesAdapter,
      options: z.strictObject({ [name]: z.string().optional() }) as never,
    });
    expect(() => turnArguments(adapter)).toThrow(
      new TypeError(`adapter lines: the option ${name} has the name of a common argument`),
    );
  });

  it('refuses an adapter whose options are no object', () => {
    const adapter = defineAdapter({ ...linesAdapter, options: z.string() as never });
    expect(() => turnArguments(adapter)).toThrow('adapter lines: options must be a zod object');
  });
});

describe('turnRequest', () => {
  it("hands on what was given, the adapter's options as they were written", () => {
    expect(turnRequest(linesAdapter, { prompt: 'go' })).toEqual({ prompt: 'go' });
    expect(
      turnRequest(
        linesAdapter,
        {
          prompt: 'go',
          cwd: '/work',
          model: 'large',
          transport: 'once',
          timeout_ms: 5000,
          wait_ms: 0,
          system_prompt_append: 'be brief',
          images: ['/a.png'],
          tone: 'plain',
          limit: 3,
        },
        's-1',
      ),
    ).toEqual({
      prompt: 'go',
      session: 's-1',
      cwd: '/work',
      model: 'large',
      transport: 'once',
      timeoutMs: 5000,
      systemPromptAppend: 'be brief',
      images: ['/a.png'],
      options: { tone: 'plain', limit: 3 },
    });
  });
});

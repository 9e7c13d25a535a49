import { describe, expect, it } from 'vitest';
import { AcpProfileError, defineAcpAdapter, kimiProfile, parseAcpProfile } from '../src/index.js';

const LEAST = {
  name: 'heron',
  title: 'Heron',
  command: 'heron',
  args: ['acp'],
  install: 'npm i -g heron',
  about: 'an agent that stands still',
  danger: 'it fishes',
};

const problemsOf = (value: unknown): string => {
  try {
    parseAcpProfile(typeof value === 'string' ? value : JSON.stringify(value));
  } catch (error) {
    expect(error).toBeInstanceOf(AcpProfileError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

describe('parseAcpProfile', () => {
  it('reads the least, and all that a profile of our own says', () => {
    expect(parseAcpProfile(JSON.stringify(LEAST))).toEqual(LEAST);
    expect(parseAcpProfile(JSON.stringify(kimiProfile))).toEqual(kimiProfile);
  });

  it('names every field that is missing, unknown or wrong', () => {
    expect(problemsOf('{"name": ')).toContain('not JSON');
    expect(problemsOf('[]')).toContain('must be an object');
    const { command, ...rest } = LEAST;
    expect(command).toBe('heron');
    const problems = problemsOf({ ...rest, name: 'Heron!', colour: 'grey', args: 'acp', sessionId: '(' });
    expect(problems).toContain('command: is missing');
    expect(problems).toContain('name: must be up to 16 small letters');
    expect(problems).toContain('unknown field colour');
    expect(problems).toContain('args: must be a list');
    expect(problems).toContain('sessionId: must be a regular expression');
    expect(problemsOf({ ...LEAST, modes: { values: ['a', 'b'], safe: 'c' } })).toContain('modes.safe: must be one of');
    expect(problemsOf({ ...LEAST, modes: { values: [], safe: 'c' } })).toContain('modes.values');
    expect(problemsOf({ ...LEAST, tested: { from: '1', until: '2' } })).toContain('unknown field tested.until');
    expect(problemsOf({ ...LEAST, toolName: 'name' })).toContain('toolName: must be kind, title or _meta.FIELD');
    expect(problemsOf({ ...LEAST, usage: 'anywhere' })).toContain('usage: must be one of');
    expect(problemsOf({ ...LEAST, remedies: { hunger: 'eat' } })).toContain('remedies');
    expect(problemsOf({ ...LEAST, env: { 'A B': 'x' } })).toContain('env');
    expect(problemsOf({ ...LEAST, systemPromptFlag: '-s' })).toContain('systemPromptFlag: must be a long flag');
  });

  it('gives what defineAcpAdapter takes', () => {
    const adapter = defineAcpAdapter(parseAcpProfile(JSON.stringify({ ...LEAST, toolName: '_meta.tool' })));
    expect(adapter.name).toBe('heron');
    expect(adapter.options.safeParse({}).success).toBe(true);
    expect(adapter.options.safeParse({ mode: 'any' }).success).toBe(false);
  });
});

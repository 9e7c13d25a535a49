import { describe, expect, it } from 'vitest';
import { classify, classifyExit } from '../src/failures.js';

describe('classify', () => {
  it.each([
    ['[API Error: 401 Incorrect API key provided: sk-live-12345678]', 'auth'],
    ['[API Error: 403 forbidden]', 'auth'],
    ['No auth type is selected. Please configure an auth type before running.', 'auth'],
    ['[API Error: 429 Too many requests]', 'rate'],
    ['[API Error: 503 overloaded]', 'rate'],
    ['[API Error: You exceeded your current quota]', 'rate'],
    ['[API Error: 404 The model x does not exist]', 'model'],
    ['[API Error: 400 context too long]', 'model'],
    ['[API Error: Connection error. (cause: fetch failed)]', 'agent'],
    ['[API Error: 500 broken]', 'agent'],
    ['The command "/help" is not supported in this mode.', 'agent'],
  ])('%s: %s', (message, kind) => {
    expect(classify(message).class).toBe(kind);
  });

  it('makes one clean sentence of it', () => {
    const { message } = classify('[API Error: 401 bad key sk-live-12345678, Bearer abc.def.\nat stack (x:1)]');
    expect(message).not.toMatch(/sk-live|abc\.def|\n/);
    expect(classify('[API Error: 500 broken]').message).toBe("the model's API answered: 500 broken");
    expect(classify('Ends with dots...\nmore').message).toBe('Ends with dots');
    expect(classify(' \n.').message).toBe('no reason given');
    expect(classify('x'.repeat(5_000)).message.length).toBeLessThan(600);
  });

  it('takes no longer than the text is long, whatever the agent makes of it', () => {
    const since = performance.now();
    for (const piece of ['.', ' .', 'model ', 'sk-', '. Use --x\n']) {
      expect(classify(`${piece.repeat(500_000)}!`).message.length).toBeLessThan(600);
    }
    // Minutes for each, if a pattern began anew at every character.
    expect(performance.now() - since).toBeLessThan(20_000);
  });
});

describe('classifyExit', () => {
  const exit = (code: number | null, stderr = '', signal: string | null = null) =>
    classifyExit({ code, signal, stderr });
  const noise = 'Ripgrep not available: spawn rg EACCES.\nWarning: running headless.\nRetrying in 60s (attempt 1/1)\n';

  it('names the budget', () => {
    expect(exit(53, `${noise}Reached max session turns for this session.`)).toMatchObject({ class: 'limit' });
    expect(exit(55, 'Run aborted: wall-clock budget of 3s exceeded (--max-wall-time).').message).toContain(
      'wall-clock',
    );
    expect(exit(55).class).toBe('limit');
  });

  it('finds the reason among noise and before pages of usage', () => {
    const usage = `Unknown argument: checkpointing\n\nUsage: qwen [options]\n  --login  log in\n${'x\n'.repeat(500)}`;
    expect(exit(1, noise + usage)).toMatchObject({ class: 'agent', message: expect.stringContaining('checkpointing') });
    expect(exit(1, `warning: odd\n${noise}No saved session found with ID 1. Run x.`).class).toBe('session-unknown');
  });

  it('tells signals, and says when nothing was said', () => {
    expect(exit(130, 'Operation cancelled.').message).toContain('signal');
    expect(exit(null, noise, 'SIGKILL').message).toBe('qwen ended with signal SIGKILL and gave no result');
    expect(exit(0).message).toBe('qwen ended with code 0 and gave no result');
  });
});

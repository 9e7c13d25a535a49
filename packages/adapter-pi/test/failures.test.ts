import { describe, expect, it } from 'vitest';
import { classify, classifyExit, sentence } from '../src/failures.js';

describe('classify', () => {
  it.each([
    ['401: {"message":"Incorrect API key provided: fake","code":"401"}', 'auth'],
    ['403: {"message":"forbidden"}', 'auth'],
    ['No API key found for fake.\n\nUse /login to log in', 'auth'],
    ['Authentication failed for "fake". Credentials may have expired', 'auth'],
    ['No model selected.\n\nUse /login', 'auth'],
    ['429: {"message":"slow down"}', 'rate'],
    ['429: {"message":"You exceeded your current quota","code":"insufficient_quota"}', 'rate'],
    ['503 <html>unavailable</html>', 'rate'],
    ['529 overloaded', 'rate'],
    ['Error: Model "nope/none" not found. Use --list-models to see available models.', 'model'],
    ['Error: Unknown provider "nope". Use --list-models to see available providers/models.', 'model'],
    ['404: {"message":"The model `nope` does not exist"}', 'model'],
    ['400: {"message":"bad request"}', 'model'],
    ['Provider finish_reason: content_filter', 'model'],
    ['400: {"message":"This model\'s maximum context length is 128000 tokens"}', 'limit'],
    ['Context overflow recovery failed after one compact-and-retry attempt', 'limit'],
    ['500: {"message":"boom"}', 'agent'],
    ['terminated: other side closed (UND_ERR_SOCKET)', 'agent'],
    ['Stream ended without finish_reason', 'agent'],
    ['Error: Failed to load extension "x.ts"', 'agent'],
  ])('%j is %s', (words, kind) => expect(classify(words).class).toBe(kind));

  it('keeps the reason and leaves out what is about pi itself', () => {
    expect(classify('Error: Model "nope/none" not found. Use --list-models to see available models.').message).toBe(
      'Model "nope/none" not found',
    );
    expect(classify('503 <html>unavailable</html>').message).toBe("the model's provider answered 503: a page of HTML");
    expect(classify('429: {"error":{"message":"slow\\ndown."}}').message).toBe(
      "the model's provider answered 429: slow down",
    );
  });
});

describe('sentence', () => {
  it('is one line without keys and without a full stop', () => {
    expect(sentence('Incorrect API key provided: whatever-it-is. See the docs.')).toBe(
      'Incorrect API key provided: [key] See the docs',
    );
    expect(sentence('bad sk-abcdefghij.\nsecond line')).toBe('bad [key]');
    expect(sentence('\n \t\n')).toBe('no reason given');
    expect(sentence('...')).toBe('no reason given');
    expect(sentence('x'.repeat(900)).length).toBe(501);
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
  const exit = (stderr: string) => classifyExit({ code: 1, signal: null, stderr });

  it('finds the reason behind warnings', () => {
    expect(
      exit("Warning: No project session found with id 'x'; creating\nError: Unknown option: --nope\n")?.message,
    ).toBe('Unknown option: --nope');
    expect(exit('No API key found for fake.\n\nUse /login to log into a provider')?.class).toBe('auth');
  });

  it('says nothing where nothing is said', () => {
    expect(exit('')).toBeUndefined();
    expect(exit('Warning: Invalid settings file\n(node:12) ExperimentalWarning: x\n')).toBeUndefined();
  });
});

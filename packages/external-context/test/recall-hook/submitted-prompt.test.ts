import { describe, expect, it } from 'vitest';
import { recall } from '../../src/recall-hook/recall.js';
import { readSubmittedPrompt } from '../../src/recall-hook/submitted-prompt.js';

const event = {
  hook_event_name: 'UserPromptSubmit',
  submitted_prompt: 'typed',
  cwd: '/repository',
  permission_mode: 'auto',
};

/** A trap for whoever looks at it. */
function trap(name: string, target: object): object {
  return Object.defineProperty(target, name, {
    enumerable: true,
    get() {
      throw new Error(`${name} was read`);
    },
  });
}

describe('an event', () => {
  it('says what was typed, and nobody looks at what the model gets', () => {
    expect(readSubmittedPrompt(trap('prompt', { ...event }))).toEqual({ text: 'typed', cwd: '/repository' });
  });

  it.each([
    ['no object', 'text'],
    ['null', null],
    ['a list', [event]],
    ['another event', { ...event, hook_event_name: 'SessionStart' }],
    ['no event', { ...event, hook_event_name: undefined }],
    ['only a model prompt', { hook_event_name: 'UserPromptSubmit', prompt: 'typed', cwd: '/repository' }],
    ['a blank submission', { ...event, submitted_prompt: ' \n\t' }],
    ['an empty submission', { ...event, submitted_prompt: '' }],
    ['a submission in parts', { ...event, submitted_prompt: [{ type: 'text', text: 'typed' }] }],
    ['no folder', { ...event, cwd: undefined }],
    ['a folder that is none', { ...event, cwd: 7 }],
    ['approval of everything', { ...event, permission_mode: 'yolo' }],
  ])('is not answered when it is %s, before configuration or credential are read', async (_, value) => {
    const environment = trap('QWEN_EXTERNAL_CONTEXT_CONFIG', trap('CORPUS_TOKEN', {})) as Record<string, string>;
    expect(await recall(value, environment)).toBeUndefined();
  });

  it('with provenance leads to the configuration', async () => {
    await expect(recall(event, {})).rejects.toThrow('QWEN_EXTERNAL_CONTEXT_CONFIG');
  });
});

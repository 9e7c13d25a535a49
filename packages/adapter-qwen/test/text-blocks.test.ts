import { describe, expect, it } from 'vitest';
import { createTextBlocks } from '../src/text-blocks.js';

const delta = (text: string) => ({ type: 'text_delta', text });
const thought = (thinking: string) => ({ type: 'thinking_delta', thinking });

describe('text blocks', () => {
  it('publish a block that comes whole after its deltas once', () => {
    const blocks = createTextBlocks();
    blocks.start();
    expect(blocks.delta(delta('One '))).toEqual([{ type: 'text', channel: 'answer', text: 'One ' }]);
    expect(blocks.delta(delta('two.'))).toHaveLength(1);
    expect(blocks.whole({ type: 'text', text: 'One two.' })).toEqual([]);
  });

  it('publish what the deltas did not bring', () => {
    const blocks = createTextBlocks();
    blocks.start();
    blocks.delta(delta('One '));
    expect(blocks.whole({ type: 'text', text: 'One two.' })).toEqual([
      { type: 'text', channel: 'answer', text: 'two.' },
    ]);
  });

  it('publish nothing twice when qwen has dropped a delta', () => {
    const blocks = createTextBlocks();
    blocks.start();
    blocks.delta(delta('ab'));
    blocks.delta(delta('c'));
    expect(blocks.whole({ type: 'text', text: 'ababc' })).toEqual([]);
  });

  it('publish a block that came without deltas', () => {
    const blocks = createTextBlocks();
    expect(blocks.whole({ type: 'text', text: 'All.' })).toEqual([{ type: 'text', channel: 'answer', text: 'All.' }]);
    expect(blocks.whole({ type: 'thinking', thinking: 'Hm.' })).toEqual([
      { type: 'text', channel: 'thought', text: 'Hm.' },
    ]);
    expect(blocks.whole({ type: 'tool_use', name: 'x' })).toEqual([]);
    expect(blocks.whole({ type: 'text', text: '' })).toEqual([]);
  });

  it('keep thoughts and answer apart, and set a second answer off from the first', () => {
    const blocks = createTextBlocks();
    blocks.start();
    blocks.delta(thought('Hm.'));
    blocks.whole({ type: 'thinking', thinking: 'Hm.' });
    blocks.start();
    expect(blocks.delta(delta('A.'))).toMatchObject([{ text: 'A.' }]);
    blocks.whole({ type: 'text', text: 'A.' });
    blocks.start();
    expect(blocks.delta(delta('B.'))).toMatchObject([{ text: '\n\nB.' }]);
    blocks.pause();
    blocks.start();
    expect(blocks.delta(delta('C.'))).toMatchObject([{ text: 'C.' }]);
  });
});

import { asText, StreamedText, type TextEvent } from '@agentmount/core';
import { blockField, deltaField } from './wire.js';

type Channel = TextEvent['channel'];

/** Publishes every word of the main agent once, although qwen sends a block as deltas and then whole. */
export interface TextBlocks {
  /** A block begins to stream (`content_block_start`). */
  start(): void;
  /** A piece of it (`content_block_delta`); pieces of a tool's input are nothing. */
  delta(delta: unknown): TextEvent[];
  /** A block as a whole (in an `assistant` frame): only what its deltas did not bring. Other blocks than text and thinking are nothing. */
  whole(block: unknown): TextEvent[];
  /** A tool was called: what follows is no continuation. */
  pause(): void;
}

/**
 * Made for one prompt. The block that a whole one repeats is told by position, not by id: in qwen 0.24.4 each block of a streamed
 * message bears an id of its own, and only the first bears that of `message_start`.
 */
export function createTextBlocks(): TextBlocks {
  let streamed: { readonly channel: Channel; readonly text: StreamedText } | undefined;
  const streamedOn = (channel: Channel): StreamedText | undefined =>
    streamed?.channel === channel ? streamed.text : undefined;
  /** Whether the next answer text is set off from answer text before it. */
  let gap = false;
  let spoken = false;

  function publish(channel: Channel, text: string): TextEvent[] {
    if (text === '') return [];
    if (channel === 'thought') return [{ type: 'text', channel, text }];
    const apart = gap && spoken ? `\n\n${text}` : text;
    gap = false;
    spoken = true;
    return [{ type: 'text', channel, text: apart }];
  }

  return {
    start() {
      streamed = undefined;
      gap = true;
    },
    delta(delta) {
      const type = asText(deltaField(delta, 'type'));
      if (type !== 'text_delta' && type !== 'thinking_delta') return [];
      const channel = type === 'text_delta' ? 'answer' : 'thought';
      const text = asText(deltaField(delta, channel === 'answer' ? 'text' : 'thinking')) ?? '';
      streamed = { channel, text: streamedOn(channel) ?? new StreamedText() };
      streamed.text.add(text);
      return publish(channel, text);
    },
    whole(block) {
      const type = asText(blockField(block, 'type'));
      if (type !== 'text' && type !== 'thinking') return [];
      const channel = type === 'text' ? 'answer' : 'thought';
      const text = asText(blockField(block, type)) ?? '';
      const before = streamedOn(channel);
      streamed = undefined;
      if (before === undefined) {
        gap = true;
        return publish(channel, text);
      }
      // qwen 0.24.4 drops a delta that equals the one before it: then the whole is no continuation of what was streamed.
      return publish(channel, before.restOf(text) ?? '');
    },
    pause() {
      streamed = undefined;
      spoken = false;
    },
  };
}

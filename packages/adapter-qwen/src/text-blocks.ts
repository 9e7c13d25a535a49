import type { TextEvent } from '@agentmount/core';

type Channel = TextEvent['channel'];

/** Publishes every word of the main agent once, although qwen sends a block as deltas and then whole. */
export interface TextBlocks {
  /** A block begins to stream (`content_block_start`). */
  start(): void;
  /** A piece of it. */
  delta(channel: Channel, text: string): TextEvent[];
  /** The block as a whole (in an `assistant` frame): only what its deltas did not bring. */
  whole(channel: Channel, text: string): TextEvent[];
  /** A tool was called: what follows is no continuation. */
  pause(): void;
}

/**
 * Made for one prompt. The block that a whole one repeats is told by position, not by id: in qwen 0.24.4 each block of a streamed
 * message bears an id of its own, and only the first bears that of `message_start`.
 */
export function createTextBlocks(): TextBlocks {
  let streamed: { readonly channel: Channel; readonly text: string } | undefined;
  const streamedOn = (channel: Channel): string | undefined =>
    streamed?.channel === channel ? streamed.text : undefined;
  /** Whether the next answer text must be set off from the answer text before it. */
  let gap = false;
  let spoken = false;

  function publish(channel: Channel, text: string): TextEvent[] {
    if (text === '') return [];
    if (channel === 'thought') return [{ type: 'text', channel, text }];
    const set = gap && spoken ? `\n\n${text}` : text;
    gap = false;
    spoken = true;
    return [{ type: 'text', channel, text: set }];
  }

  return {
    start() {
      streamed = undefined;
      gap = true;
    },
    delta(channel, text) {
      streamed = { channel, text: (streamedOn(channel) ?? '') + text };
      return publish(channel, text);
    },
    whole(channel, text) {
      const before = streamedOn(channel);
      streamed = undefined;
      if (before === undefined) {
        gap = true;
        return publish(channel, text);
      }
      // qwen 0.24.4 drops a delta that equals the one before it: then the whole is no continuation of what was streamed.
      return text.startsWith(before) ? publish(channel, text.slice(before.length)) : [];
    },
    pause() {
      streamed = undefined;
      spoken = false;
    },
  };
}

import { asWord, type TextEvent } from '@agentmount/core';
import { apiField, blockField, messageField } from './wire.js';

/** Publishes every word of the main agent once, although claude sends a message as deltas and then block by block. */
export interface TextBlocks {
  /** An event of the model's API. */
  stream(event: unknown): TextEvent[];
  /** A block of a whole message: nothing when that message was streamed. */
  whole(message: unknown, block: unknown): TextEvent[];
  /** A tool was called: what follows is no continuation. */
  pause(): void;
}

/** Made for one prompt. A message that comes whole bears the id that it was streamed under (claude 2.1.332). */
export function createTextBlocks(): TextBlocks {
  let streamed: string | undefined;
  /** Whether the next answer text is set off from answer text before it. */
  let gap = false;
  let spoken = false;

  function publish(channel: TextEvent['channel'], text: string | undefined): TextEvent[] {
    if (text === undefined) return [];
    if (channel === 'thought') return [{ type: 'text', channel, text }];
    const apart = gap && spoken ? `\n\n${text}` : text;
    gap = false;
    spoken = true;
    return [{ type: 'text', channel, text: apart }];
  }

  return {
    stream(event) {
      switch (apiField(event, 'type')) {
        case 'message_start':
          streamed = asWord(messageField(apiField(event, 'message'), 'id'));
          return [];
        case 'content_block_start':
          gap = true;
          return [];
        case 'content_block_delta': {
          const delta = apiField(event, 'delta');
          const type = blockField(delta, 'type');
          if (type === 'text_delta') return publish('answer', asWord(blockField(delta, 'text')));
          return type === 'thinking_delta' ? publish('thought', asWord(blockField(delta, 'thinking'))) : [];
        }
        default:
          return [];
      }
    },
    whole(message, block) {
      const id = asWord(messageField(message, 'id'));
      if (id !== undefined && id === streamed) return [];
      const type = blockField(block, 'type');
      if (type !== 'text' && type !== 'thinking') return [];
      gap = true;
      return publish(type === 'text' ? 'answer' : 'thought', asWord(blockField(block, type)));
    },
    pause() {
      spoken = false;
    },
  };
}

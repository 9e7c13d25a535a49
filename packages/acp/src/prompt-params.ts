import type { ContentBlock, PromptRequest } from '@agentclientprotocol/sdk';
import type { Task } from '@agentmount/core';

/** Parameters of `session/prompt`. */
export function promptParams(sessionId: string, task: Pick<Task, 'text' | 'images'>): PromptRequest {
  const images = (task.images ?? []).map(
    ({ mediaType, data }): ContentBlock => ({ type: 'image', mimeType: mediaType, data }),
  );
  return { sessionId, prompt: [textBlock(task.text), ...images] };
}

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

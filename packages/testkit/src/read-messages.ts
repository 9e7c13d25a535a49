import type { ModelMessage, ModelRequestBody } from './model-request.js';

/** The text of one message, its parts joined by line ends. */
function messageText(message: ModelMessage): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? []).flatMap((part) => (part.text === undefined ? [] : [part.text])).join('\n');
}

/** The text without the reminders that agents put around a prompt. */
function withoutReminders(words: string): string {
  return words.replaceAll(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim();
}

/** Index and text of every user message that says more than reminders, in order. */
export function userPrompts(body: ModelRequestBody): { readonly index: number; readonly text: string }[] {
  return body.messages.flatMap((message, index) => {
    if (message.role !== 'user') return [];
    const words = withoutReminders(messageText(message));
    return words === '' && !hasImage(message) ? [] : [{ index, text: words }];
  });
}

function imagesOf(message: ModelMessage): string[] {
  if (typeof message.content === 'string') return [];
  return (message.content ?? []).flatMap((part) => (part.image_url === undefined ? [] : [part.image_url.url]));
}

function hasImage(message: ModelMessage): boolean {
  return imagesOf(message).length > 0;
}

/** URLs of all images in the request, in order. */
export function requestImages(body: ModelRequestBody): string[] {
  return body.messages.flatMap(imagesOf);
}

/** Texts of all tool results in the request, in order. */
export function requestToolResults(body: ModelRequestBody): string[] {
  return body.messages.filter((message) => message.role === 'tool').map(messageText);
}

/** How many answers of the model follow the message at `index`. */
export function answersAfter(body: ModelRequestBody, index: number): number {
  return body.messages.slice(index + 1).filter((message) => message.role === 'assistant').length;
}

import type { Readable } from 'node:stream';

/** Longest event, bytes. */
const MOST_EVENT_BYTES = 1024 * 1024;

/**
 * Reads one event to its end. What is beyond the limit is taken and thrown away, so that qwen does not write into a closed
 * pipe (qwen 0.24.4 sends 6 MB for a prompt of 3 MB).
 * @returns the event, or undefined when it is longer than 1 MiB, not UTF-8 or not JSON
 */
export async function readEvent(input: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MOST_EVENT_BYTES) chunks.push(chunk);
  }
  if (length > MOST_EVENT_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}

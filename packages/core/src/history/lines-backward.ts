import type { FileHandle } from 'node:fs/promises';

const CHUNK = 64 * 1024;

/** One line of a file, and where it begins. */
export interface FileLine {
  /** Without its LF; undefined when it is longer than the limit. */
  readonly text: string | undefined;
  /** Offset of its first byte. */
  readonly start: number;
}

/**
 * The lines of a file that end at or before `end`, the last one first, empty ones left out. What follows the last LF is a line as well: whoever writes the
 * file may be about to end it. Holds one line at a time, none longer than `maxBytes`.
 */
export async function* linesBackward(file: FileHandle, end: number, maxBytes: number): AsyncGenerator<FileLine> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let position = end;
  const line = (start: number): FileLine => {
    const text = bytes > maxBytes ? undefined : Buffer.concat(parts.reverse()).toString('utf8');
    parts = [];
    bytes = 0;
    return { text, start };
  };
  const take = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  while (position > 0) {
    const length = Math.min(CHUNK, position);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position - length);
    const chunk = buffer.subarray(0, bytesRead);
    position -= length;
    let stop = chunk.length;
    while (stop > 0) {
      const feed = chunk.lastIndexOf(10, stop - 1);
      if (feed < 0) break;
      take(chunk.subarray(feed + 1, stop));
      if (bytes > 0) yield line(position + feed + 1);
      stop = feed;
    }
    take(chunk.subarray(0, stop));
  }
  if (bytes > 0) yield line(0);
}

import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Image } from '../contract/setup.js';
import { Refusal } from './refusal.js';

const MOST_IMAGES = 20;
/** Providers refuse larger ones, and the whole goes into one frame. */
const MOST_BYTES = 5_000_000;
const DATA_URI = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/;

/** Reads pictures given as absolute paths or data URIs. What is not a picture, by its own first bytes, is refused by name. */
export async function loadImages(sources: readonly string[]): Promise<readonly Image[]> {
  if (sources.length > MOST_IMAGES)
    throw new Refusal('argument', `images: at most ${MOST_IMAGES}, got ${sources.length}`);
  return Promise.all(sources.map((source, index) => loadImage(source, `images[${index}]`)));
}

async function loadImage(source: string, name: string): Promise<Image> {
  const bytes = source.startsWith('data:') ? fromDataUri(source, name) : await fromFile(source, name);
  if (bytes.length > MOST_BYTES)
    throw new Refusal('argument', `${name}: ${bytes.length} bytes, at most ${MOST_BYTES}; make the picture smaller`);
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType) throw new Refusal('argument', `${name}: not a PNG, JPEG, GIF or WebP picture`);
  return { mediaType, data: bytes.toString('base64') };
}

function fromDataUri(source: string, name: string): Buffer {
  const data = DATA_URI.exec(source)?.[2];
  if (data === undefined)
    throw new Refusal('argument', `${name}: a data URI must read data:image/png;base64,… (or jpeg, gif, webp)`);
  return Buffer.from(data, 'base64');
}

async function fromFile(path: string, name: string): Promise<Buffer> {
  if (!isAbsolute(path))
    throw new Refusal(
      'argument',
      `${name}: must be an absolute path or a data URI, got ${JSON.stringify(path.slice(0, 200))}`,
    );
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES)
      throw new Refusal('argument', `${name}: ${size} bytes, at most ${MOST_BYTES}; make the picture smaller`);
    return await readFile(path);
  } catch (error) {
    if (Refusal.is(error)) throw error;
    throw new Refusal(
      'argument',
      `${name}: cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    );
  }
}

function mediaTypeOf(bytes: Buffer): string | undefined {
  const starts = (...head: number[]) => head.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  if (starts(0x52, 0x49, 0x46, 0x46) && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

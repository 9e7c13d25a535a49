import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTranscript } from './parse-transcript.js';
import type { Transcript } from './transcript.js';

/** Reads one transcript from a file. Throws `TranscriptError` when its content breaks the format, and what reading a file throws. */
export async function loadTranscript(path: string): Promise<Transcript> {
  return parseTranscript(await readFile(path, 'utf8'), path);
}

/** Reads every `.jsonl` file of a folder, by name in order; the key is the name without `.jsonl`. */
export async function loadTranscripts(folder: string): Promise<ReadonlyMap<string, Transcript>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const entries = await Promise.all(
    names.map(async (name) => [name.slice(0, -'.jsonl'.length), await loadTranscript(join(folder, name))] as const),
  );
  return new Map(entries);
}

/** Longest response, bytes after decompression. */
const MOST_RESPONSE_BYTES = 1024 * 1024;

/** What is read of a response. */
interface BodySource {
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * The text of a response.
 * @throws Error when it is longer than 1 MiB or is not UTF-8; the rest of it is not fetched
 */
export async function readBody(response: BodySource): Promise<string> {
  const { body } = response;
  if (body === null) return '';
  if (Number(response.headers.get('content-length') ?? 0) > MOST_RESPONSE_BYTES) {
    await body.cancel();
    throw new Error('too long');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error cancels the body.
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MOST_RESPONSE_BYTES) throw new Error('too long');
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** Decodes a piece of UTF-8 whose end may lie inside a character: that character is left out. */
export function decodeHead(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Decodes a piece of UTF-8 whose beginning may lie inside a character: that character is left out. */
export function decodeTail(bytes: Uint8Array): string {
  let start = 0;
  while (start < 3 && start < bytes.length && isContinuation(bytes[start])) start += 1;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start));
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

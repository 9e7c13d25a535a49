const begin = '-----BEGIN ';
const end = '-----END ';
const dashes = '-----';

/** Text without PEM blocks, such as private keys and certificates. One that does not end reaches to the end of the text. */
export function removeKeyBlocks(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf(begin); start !== -1; start = text.indexOf(begin, from)) {
    kept.push(text.slice(from, start));
    const endLine = text.indexOf(end, start + begin.length);
    const close = endLine === -1 ? -1 : text.indexOf(dashes, endLine + end.length);
    if (close === -1) return kept.join(' ');
    from = close + dashes.length;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}

/** A sentence of an adapter without its final full stop, to be put inside another one. */
export function clause(text: string): string {
  return text.trim().replace(/\.$/, '');
}

const scheme = '://';

/** One word without the user names and passwords of the addresses in it: `https://ann:pw@host/x` becomes `https://host/x`. */
export function removeUserInformation(word: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let found = word.indexOf(scheme); found !== -1; found = word.indexOf(scheme, from)) {
    const start = found + scheme.length;
    const end = authorityEnd(word, start);
    const at = word.slice(start, end).lastIndexOf('@');
    kept.push(word.slice(from, start));
    from = at === -1 ? start : start + at + 1;
    kept.push(word.slice(from, end));
    from = end;
  }
  kept.push(word.slice(from));
  return kept.join('');
}

function authorityEnd(word: string, start: number): number {
  let end = start;
  while (end < word.length && !'/?#'.includes(word.charAt(end))) end += 1;
  return end;
}

/** What the command line asks for. */
export interface Order {
  /** Names of benchmarks; empty: all. */
  readonly names: readonly string[];
  readonly quick: boolean;
  /** Folder for the figures and the chart. */
  readonly out?: string;
}

/**
 * Reads the words after the program's name: names of benchmarks, `--quick`, `--out FOLDER`.
 * @param known names that there are @throws RangeError that names the first word that is not understood
 */
export function readOrder(words: readonly string[], known: readonly string[]): Order {
  const names: string[] = [];
  let quick = false;
  let out: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (known.includes(word)) names.push(word);
    else if (word === '--quick') quick = true;
    else if (word === '--out') {
      index += 1;
      out = words[index];
      if (out === undefined) throw new RangeError('--out needs a folder.');
    } else {
      throw new RangeError(`${JSON.stringify(word)} is no benchmark; there are ${known.join(', ')}.`);
    }
  }
  return { names, quick, ...(out === undefined ? {} : { out }) };
}

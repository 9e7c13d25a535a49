import { removeKeyShapes } from './remove-key-shapes.js';
import { removeUserInformation } from './remove-user-information.js';
import { isSecretName } from './secret-names.js';

/** A longer word is cut: nobody says it, and a query has no room for it. */
const LONGEST_WORD = 4096;

/**
 * The words of a text, one after the other, without those that are credentials by their shape or by the word before them
 * (`Bearer x`, `--password x`). Words are made as they are asked for: who needs few does not pay for a megabyte.
 */
export function* visibleWords(text: string): Generator<string> {
  let dropsNext = false;
  let openQuote: string | undefined;
  for (const { 0: word } of text.matchAll(/\S+/g)) {
    if (openQuote !== undefined) {
      if (word.includes(openQuote)) openQuote = undefined;
      continue;
    }
    if (dropsNext) {
      dropsNext = false;
      const quote = /^["'`]/.exec(word)?.[0];
      if (quote !== undefined && !word.slice(1).includes(quote)) openQuote = quote;
      continue;
    }
    if (announcesSecret(word)) {
      dropsNext = true;
      continue;
    }
    const visible = removeKeyShapes(removeUserInformation(cut(word)));
    if (visible !== '') yield visible;
  }
}

/** Cuts between two characters of which one is not ASCII, so that no half of a key is left without its shape. */
function cut(word: string): string {
  if (word.length <= LONGEST_WORD) return word;
  let end = LONGEST_WORD;
  while (end > 0 && word.charCodeAt(end - 1) < 0x80) end -= 1;
  return word.slice(0, end).toWellFormed();
}

function announcesSecret(word: string): boolean {
  if (/(?:^|[^A-Za-z0-9])bearer["'`=:,]*$/i.test(word.slice(-16))) return true;
  return word.startsWith('-') && isSecretName(word);
}

import { removeKeyShapes } from './remove-key-shapes.js';
import { removeUserInformation } from './remove-user-information.js';
import { isSecretName } from './secret-names.js';

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
    const visible = removeKeyShapes(removeUserInformation(word));
    if (visible !== '') yield visible;
  }
}

function announcesSecret(word: string): boolean {
  if (/(?:^|[^A-Za-z0-9])bearer["'`=:,]*$/i.test(word.slice(-16))) return true;
  return word.startsWith('-') && isSecretName(word);
}

import { cutToCodePoints } from '../context/clean-text.js';
import { removeAssignments } from './redaction/remove-assignments.js';
import { removeFencedCode } from './redaction/remove-fenced-code.js';
import { removeKeyBlocks } from './redaction/remove-key-blocks.js';
import { visibleWords } from './redaction/visible-words.js';

/** Longest query of the hook, code points. */
const MOST_RECALL_CODE_POINTS = 512;

/** What qwen 0.24.4 puts in place of a long paste: it says nothing about what is meant. */
const pastePlaceholder = /\[Pasted Content \d{1,12} chars\](?: #\d{1,6})?/g;

/**
 * Makes the query for a prompt: its words without code, without the credential itself, and without what looks like a
 * credential. This is no protection against data loss: a secret that looks like a word is a word.
 *
 * The work grows in proportion to the prompt, which may have a megabyte: every step walks the text once. No step matches a
 * pattern with two repetitions that can share a character.
 * @param credential the configured one, taken out wherever it occurs, also inside of a word
 * @returns at most 512 code points, or undefined when nothing is left
 */
export function deriveQuery(prompt: string, credential: string): string | undefined {
  // Control characters go first: taking them out later could put together what they kept apart.
  const text = prompt
    .toWellFormed()
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(credential, ' ');
  const prose = removeAssignments(removeKeyBlocks(removeFencedCode(text.replace(pastePlaceholder, ' '))));
  const words: string[] = [];
  let length = 0;
  for (const word of visibleWords(prose)) {
    words.push(word);
    length += word.length + 1;
    // A code point has at most two code units.
    if (length > 2 * MOST_RECALL_CODE_POINTS) break;
  }
  const query = cutToCodePoints(words.join(' '), MOST_RECALL_CODE_POINTS).trim();
  // What was taken out of a word may have stood between two halves.
  if (query.includes(credential)) return undefined;
  // Punctuation around what was taken out is no question.
  return /[^\p{P}\s]/u.test(query) ? query : undefined;
}

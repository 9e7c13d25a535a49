/** Keys, tokens and addresses of well-known forms, and what stands for each. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(sk|pk|rk)-[A-Za-z0-9_-]{6,}/g, '$1-scrubbed'],
  [/\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{6,}/g, '$1 scrubbed'],
  [/\bgh[pousr]_[A-Za-z0-9]{10,}/g, 'gh-scrubbed'],
  [/\bgithub_pat_[A-Za-z0-9_]{10,}/g, 'gh-scrubbed'],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, 'aiza-scrubbed'],
  [/\bAKIA[A-Z0-9]{12,}/g, 'akia-scrubbed'],
  [/\bxox[abprs]-[A-Za-z0-9-]{6,}/g, 'xox-scrubbed'],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g, 'jwt-scrubbed'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, 'private-key-scrubbed'],
  [/\b[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b/g, 'person@example.com'],
  [/\b(127\.0\.0\.1|localhost):\d{2,5}\b/g, '$1:9'],
];

/** A text and what stands for it; a `whole` one is replaced only where it is not a part of a longer word. */
export interface Replacement {
  readonly text: string;
  readonly placeholder: string;
  readonly whole: boolean;
}

/** Makes the replacements, in their order, and replaces secrets of well-known forms. */
export function scrubText(text: string, replacements: readonly Replacement[]): string {
  let clean = text;
  for (const { text: from, placeholder, whole } of replacements) {
    if (!clean.includes(from)) continue;
    clean = whole ? clean.replace(wholeWord(from), () => placeholder) : clean.replaceAll(from, () => placeholder);
  }
  for (const [form, placeholder] of FORMS) clean = clean.replace(form, placeholder);
  return clean;
}

/** A letter before it that belongs to an escape (`\n`, where JSON stands inside of a string) is no part of the word. */
function wholeWord(text: string): RegExp {
  const before = /^\w/.test(text) ? String.raw`(?<!\w(?<!\\[bfnrt]))` : '';
  const after = /\w$/.test(text) ? String.raw`(?!\w)` : '';
  return new RegExp(before + text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) + after, 'g');
}

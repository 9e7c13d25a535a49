/** Keys, tokens and addresses of well-known forms, and what stands for each. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
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

/**
 * Replaces secrets of well-known forms, and whatever `replacements` name, in their order. A replacement that looks like a name is
 * made only where it is a word of its own.
 */
export function scrubText(
  text: string,
  replacements: readonly (readonly [text: string, placeholder: string])[],
): string {
  let clean = text;
  for (const [from, to] of replacements) {
    if (!clean.includes(from)) continue;
    clean = /^\w+$/.test(from)
      ? clean.replace(new RegExp(`(?<![\\w])${from}(?![\\w])`, 'g'), () => to)
      : clean.replaceAll(from, () => to);
  }
  for (const [form, to] of SECRETS) clean = clean.replace(form, to);
  return clean;
}

/**
 * A text for a terminal: what would move the cursor, change colours or turn the writing direction round is shown as a sign instead.
 * Line ends and tabs stay. An agent's words must not be able to draw over what the program itself says.
 */
export function safeText(text: string): string {
  return Array.from(text.replaceAll('\r\n', '\n'), (character) => shown(character)).join('');
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n' || character === '\t') return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  const turnsText = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return (code >= 0x80 && code < 0xa0) || turnsText ? '\ufffd' : character;
}

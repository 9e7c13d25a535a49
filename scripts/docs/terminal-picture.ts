/** One line of a terminal, and how it stands out. */
export interface TerminalLine {
  readonly text: string;
  readonly tone?: 'dim' | 'bright' | 'accent';
}

const WIDTH = 104;
const CHARACTER = 7.8;
const LINE = 18;
const MARGIN = 16;
const BAR = 30;
const TONES = { dim: '#8b949e', bright: '#ffffff', accent: '#7ee787', plain: '#c9d1d9' } as const;

/**
 * Draws lines as a terminal shows them, as an SVG that needs no font of its own. Lines that are too long go on below, indented.
 * @param title what stands in the bar of the window
 */
export function terminalPicture(title: string, lines: readonly TerminalLine[]): string {
  const rows = lines.flatMap(({ text, tone }) => wrapped(text).map((part) => ({ text: part, tone })));
  const width = Math.ceil(WIDTH * CHARACTER + 2 * MARGIN);
  const height = BAR + rows.length * LINE + 2 * MARGIN;
  const texts = rows.flatMap(({ text, tone }, row) => {
    const words = text.trim();
    if (words === '') return [];
    const x = MARGIN + text.indexOf(words) * CHARACTER;
    const y = BAR + MARGIN + (row + 0.75) * LINE;
    // Whatever font there is, columns stand below each other.
    const length = (words.length * CHARACTER).toFixed(1);
    return `  <text x="${x.toFixed(1)}" y="${y}" fill="${TONES[tone ?? 'plain']}" textLength="${length}">${escaped(words)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xml:space="preserve">`,
    `  <title>${escaped(title)}</title>`,
    '  <style>text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }</style>',
    `  <rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `  <rect width="${width}" height="${BAR}" rx="8" fill="#21262d"/>`,
    `  <text x="${MARGIN}" y="20" fill="${TONES.dim}">${escaped(title)}</text>`,
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}

/** The text in pieces that fit, broken between words where there are any. */
function wrapped(text: string): string[] {
  if (text.length <= WIDTH) return [text];
  const indent = ' '.repeat(Math.min((/^\s*(?:[\d.]+ s\s+)?/.exec(text)?.[0].length ?? 0) + 2, WIDTH / 2));
  const space = text.lastIndexOf(' ', WIDTH);
  const end = space > WIDTH / 2 ? space : WIDTH;
  return [text.slice(0, end), ...wrapped(indent + text.slice(end).trimStart())];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

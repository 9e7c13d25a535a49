import type { BarGroup } from './benchmark.js';
import { shown } from './table.js';

const WIDTH = 760;
const MARGIN = 20;
const LABELS = 270;
const VALUES = 90;
const ROW = 24;
const BAR = 14;
const TITLE = 34;
const BARS = WIDTH - 2 * MARGIN - LABELS - VALUES;

/** Colours of both schemes; text on its background has a contrast of at least 4.5 in each. */
const STYLE = `
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
.title { font-weight: 600; }
.ground { fill: #ffffff; }
.ours { fill: #0969da; }
.other { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .ground { fill: #0d1117; }
  .ours { fill: #58a6ff; }
  .other { fill: #6e7681; }
}`;

/**
 * Draws groups of horizontal bars as one SVG picture that can be read on a light and on a dark page.
 * @param title what a screen reader says of the whole
 */
export function chart(title: string, groups: readonly BarGroup[]): string {
  const parts: string[] = [];
  let y = MARGIN;
  for (const { title: heading, unit, bars } of groups) {
    parts.push(words(MARGIN, y + 14, heading, ' class="title"'));
    y += TITLE - 8;
    const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
    for (const { label, value, isOurs } of bars) {
      const middle = y + ROW / 2 + 4;
      const length = Math.max(1, (value / most) * BARS);
      parts.push(words(MARGIN + LABELS - 10, middle, label, ' text-anchor="end"'));
      parts.push(
        `<rect class="${isOurs ? 'ours' : 'other'}" x="${MARGIN + LABELS}" y="${y + (ROW - BAR) / 2}" width="${length.toFixed(1)}" height="${BAR}" rx="2"/>`,
      );
      parts.push(words(MARGIN + LABELS + length + 8, middle, `${shown(value)} ${unit}`));
      y += ROW;
    }
    y += 14;
  }
  const height = y - 14 + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function words(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${attributes}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

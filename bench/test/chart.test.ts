import { expect, it } from 'vitest';
import { chart } from '../figures/chart.js';

const svg = chart('Times & "memory"', [
  {
    title: 'A turn of <qwen>',
    unit: 's',
    bars: [
      { label: 'qwen -p', value: 4, isOurs: false },
      { label: 'warm', value: 1, isOurs: true },
    ],
  },
  { title: 'Nothing', unit: 'ms', bars: [{ label: 'zero', value: 0, isOurs: true }] },
]);

const widths = [...svg.matchAll(/class="(ours|other)" [^>]*width="([\d.]+)"/g)].map(([, whose, width]) => [
  whose,
  Number(width),
]);

it('draws each bar as long as its part of the longest of its group, and one of nothing so that it can be seen', () => {
  const [longest = ['', 0]] = widths;
  expect(widths).toEqual([longest, ['ours', Number(longest[1]) / 4], ['ours', 1]]);
  expect(longest[0]).toBe('other');
  expect(svg).toContain('>4 s</text>');
});

it('stays inside its picture, below each other', () => {
  const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const places = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  expect(Math.max(...places.map(([x]) => x))).toBeLessThan(Number(width) - 50);
  expect(Math.max(...places.map(([, y]) => y))).toBeLessThan(Number(height));
  const rows = [...svg.matchAll(/class="(?:ours|other)" x="\d+" y="(\d+)"/g)].map(([, y]) => Number(y));
  expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
});

it('is well-formed whatever it is told, and can be read on a dark page as on a light one', () => {
  expect(svg).toContain('A turn of &#60;qwen&#62;');
  expect(svg).toContain('aria-label="Times &#38; &#34;memory&#34;"');
  expect(svg.match(/<(\w+)[ >](?!.*\/>)/g)?.length).toBeGreaterThan(0);
  expect(svg).toContain('@media (prefers-color-scheme: dark)');
  for (const name of ['text', '.ground', '.ours', '.other'])
    expect(svg.split(`${name} {`).length, name).toBeGreaterThan(2);
});

import { describe, expect, it } from 'vitest';
import { type ContextItem, type RawItem, readItems } from '../../src/context/context-item.js';

const entry = (fields: object) => ({ id: 'a', content: 'text', ...fields });
const read = (...entries: unknown[]): ContextItem[] => readItems(entries, (value) => value as RawItem | undefined);

describe('readItems', () => {
  it('takes the first five usable ones, in order, and does not count the others', () => {
    const bad = [undefined, {}, { id: 'x' }, { content: 'x' }, { id: '', content: 'x' }, { id: 'x', content: '' }];
    const worse = [
      { id: 7, content: 'x' },
      { id: 'x', content: ' \n\t' },
      { id: '\u0007', content: 'x' },
      { id: 'x', content: {} },
    ];
    const good = [1, 2, 3, 4, 5, 6].map((number) => ({ id: `${number}`, content: `text ${number}` }));
    expect(read(...bad, ...worse, ...good).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('keeps the first of several with one id', () => {
    expect(read(entry({ content: 'first' }), entry({ content: 'second' }))).toEqual([{ id: 'a', content: 'first' }]);
  });

  it.each([
    ['score', 0.82, 0.82],
    ['score', -1, -1],
    ['score', 0, 0],
    ['score', 2, 2],
    ['score', '0.8', undefined],
    ['score', Number.POSITIVE_INFINITY, undefined],
    ['score', Number.NaN, undefined],
    ['score', null, undefined],
    ['title', 'A title', 'A title'],
    ['title', '  ', undefined],
    ['title', ['x'], undefined],
    ['uri', 'https://docs.example.org/a?b=c#d', 'https://docs.example.org/a?b=c#d'],
    ['uri', 'http://docs.example.org', 'http://docs.example.org'],
    ['uri', 'https://user:password@docs.example.org', undefined],
    ['uri', 'https://user@docs.example.org', undefined],
    ['uri', 'javascript:alert(1)', undefined],
    ['uri', 'file:///etc/passwd', undefined],
    ['uri', '/relative', undefined],
    ['uri', 'https://docs.example.org/\u202Egnp', undefined],
    ['uri', `https://docs.example.org/${'a'.repeat(500)}`, undefined],
    ['updatedAt', '2026-07-23T00:00:00Z', '2026-07-23T00:00:00Z'],
    ['updatedAt', '2026-07-23T00:00:00.123456-07:00', '2026-07-23T00:00:00.123456-07:00'],
    ['updatedAt', '2026-07-23', '2026-07-23'],
    ['updatedAt', 'yesterday', undefined],
    ['updatedAt', '2026-13-45T00:00:00Z', undefined],
    ['updatedAt', null, undefined],
    ['updatedAt', 1_785_000_000, undefined],
  ])('with %s %j keeps %j', (name, value, kept) => {
    expect(read(entry({ [name]: value }))).toEqual([entry(kept === undefined ? {} : { [name]: kept })]);
  });

  it('cuts by code points and never through one', () => {
    const [item] = read({ id: '🦉'.repeat(200), content: '🦉'.repeat(1500), title: '🦉'.repeat(300) });
    expect([item?.id, item?.content, item?.title].map((text) => [...(text ?? '')].length)).toEqual([128, 1000, 200]);
    expect(JSON.stringify(item).isWellFormed()).toBe(true);
  });

  it('removes what a reader does not see', () => {
    const content = 'a\u0000b\u001b[31mc\u0085d\u202ee\u2066f\u200eg\ud800h\u{e0041}i\nj\tk';
    expect(read(entry({ content }))[0]?.content).toBe('ab[31mcdefg\ufffdhi\nj\tk');
  });

  it('leaves what scripts and emoji are made of', () => {
    const content = 'नमस्ते 👩‍👩‍👧 e\u0301 \u2028 <b>&"\\';
    expect(read(entry({ content }))[0]?.content).toBe(content);
  });
});

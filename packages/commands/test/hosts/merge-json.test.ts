import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { mergeJson } from '../../src/hosts/merge-json.js';

const entry = { command: 'npx', args: ['-y', 'qwen-cli-mcp'], timeout: 3_600_000 };
const wanted = { servers: ['mcpServers'], name: 'qwen', entry, replace: false };

describe('an entry in a JSON file', () => {
  it('is all of a file that was empty', () => {
    expect(mergeJson('', wanted)).toBe(`${JSON.stringify({ mcpServers: { qwen: entry } }, undefined, 2)}\n`);
    expect(mergeJson(' \n', wanted)).toBe(mergeJson('', wanted));
  });

  it('leaves comments, commas, other entries, the indentation and the line ends as they are', () => {
    const before = [
      '// mine',
      '{',
      '\t"theme": "dark", // at night',
      '\t"mcpServers": {',
      '\t\t/* the other one */',
      '\t\t"other": { "command": "x" },',
      '\t},',
      '\t"last": [1, 2,],',
      '}',
      '',
    ].join('\r\n');
    const after = mergeJson(before, wanted) ?? '';
    for (const line of before.split('\r\n')) expect(after.split('\r\n')).toContain(line);
    expect(after).toContain('\r\n\t\t"qwen": {\r\n\t\t\t"command": "npx",');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parse(after, [], { allowTrailingComma: true })).toEqual({
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, qwen: entry },
      last: [1, 2],
    });
    expect(mergeJson(after, wanted)).toBeUndefined();
  });

  it.each([
    ['{}', '{\n  "mcpServers": {\n    "qwen": {}\n  }\n}'],
    ['{ "a": 1 }', '{ "a": 1, "mcpServers": {"qwen":{}} }'],
    ['{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "mcpServers": {\n    "qwen": {}\n  }\n}'],
    ['{\n "a": 1, /* x */\n}', '{\n "a": 1, /* x */\n "mcpServers": {\n  "qwen": {}\n },\n}'],
    ['{\n  "mcpServers": {\n    // none\n  }\n}', '{\n  "mcpServers": {\n    // none\n    "qwen": {}\n  }\n}'],
  ])('is put into %j where it belongs', (before, after) => {
    expect(mergeJson(before, { ...wanted, entry: {} })).toBe(after);
  });

  it('takes the place of another one only when told so, and of nothing else', () => {
    const before = '{\n  "mcpServers": { "qwen": { "command": "mine" }, "z": {} }\n}\n';
    expect(() => mergeJson(before, wanted)).toThrow(/another entry named qwen; give --replace .* Nothing was changed/);
    const after = mergeJson(before, { ...wanted, replace: true }) ?? '';
    expect(JSON.parse(after)).toEqual({ mcpServers: { qwen: entry, z: {} } });
  });

  it.each([
    ['{ "mcpServers": { }', /cannot be parsed \(CloseBraceExpected in line 1\)/],
    ['{\n  "a": 1\n  "b": 2\n}', /cannot be parsed \(CommaExpected in line 3\)/],
    ['# toml = 1', /cannot be parsed/],
    ['[]', /not a JSON object/],
    ['{ "mcpServers": [] }', /mcpServers is not an object/],
    ['{ "mcpServers": null }', /mcpServers is not an object/],
    ['{ "mcpServers": {}, "mcpServers": { "a": {} } }', /more than once/],
  ])('is refused where the file says %j', (text, reason) => {
    expect(() => mergeJson(text, { ...wanted, replace: true })).toThrow(reason);
  });

  it('changes nothing else, whatever else is there', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(
        json,
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, 2, 4, '\t'),
        (rest, others, indent) => {
          const before = { ...rest, mcpServers: others };
          const replace = { ...wanted, replace: true };
          const after = mergeJson(JSON.stringify(before, undefined, indent), replace) ?? '';
          expect(JSON.parse(after)).toEqual(
            JSON.parse(JSON.stringify({ ...before, mcpServers: { ...others, qwen: entry } })),
          );
          expect(mergeJson(after, replace)).toBeUndefined();
        },
      ),
    );
  });
});

import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { mergeToml } from '../../src/hosts/merge-toml.js';

const entry = { command: '/opt/my node/node', args: ['C:\\x "y"'], tool_timeout_sec: 3600, env: { A: 'b' } };
const wanted = { servers: ['mcp_servers'], name: 'qwen', entry, replace: false };
const table =
  '[mcp_servers.qwen]\ncommand = "/opt/my node/node"\nargs = ["C:\\\\x \\"y\\""]\ntool_timeout_sec = 3600\nenv = { A = "b" }\n';

describe('an entry in a TOML file', () => {
  it('is a table that reads as it was meant, and all of a file that was empty', () => {
    expect(mergeToml('', wanted)).toBe(table);
    expect(parse(table)).toEqual({ mcp_servers: { qwen: entry } });
  });

  it('comes at the end, with every line before it as it was', () => {
    const before =
      'model = "o9" # mine\n\n[mcp_servers.other]\ncommand = "x"\n\n[[things]]\na = 1979-05-27T07:32:00Z\n# the end';
    const after = mergeToml(before, wanted) ?? '';
    expect(after).toBe(`${before}\n\n${table}`);
    expect(mergeToml(after, wanted)).toBeUndefined();
  });

  it('keeps the line ends of the file', () => {
    const after = mergeToml('a = 1\r\n', wanted) ?? '';
    expect(after).toBe(`a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`);
  });

  it('takes the place of another one only when told so, the tables inside it included', () => {
    const before = [
      '[a]',
      'text = """',
      '[mcp_servers.other]',
      '"""',
      '[ mcp_servers . "qwen" ] # mine',
      'command = "old"',
      '',
      '# about b',
      '[b]',
      'x = 1',
      "[mcp_servers.qwen.'env']",
      'OLD = "1"',
      '[mcp_servers.qwen2]',
      'command = "stays"',
      '',
    ].join('\n');
    expect(() => mergeToml(before, wanted)).toThrow(/another entry named qwen; give --replace/);
    const after = mergeToml(before, { ...wanted, replace: true }) ?? '';
    expect(after).toBe(
      `[a]\ntext = """\n[mcp_servers.other]\n"""\n${table}\n# about b\n[b]\nx = 1\n[mcp_servers.qwen2]\ncommand = "stays"\n`,
    );
  });

  it.each([
    ['a = ', /cannot be parsed \(.+, line 1\)/],
    ['a = 1\n[b\n', /cannot be parsed \(.+, line 2\)/],
    ['mcp_servers = { other = { command = "x" } }\n', /no table can be added/],
    ['mcp_servers.qwen.command = "x"\n', /no table can be added/],
    ['mcp_servers = 1\n', /no table can be added/],
    ['[mcp_servers]\nqwen = { command = "x" }\n', /no table can be added/],
    ['x = """\n[mcp_servers.qwen]\n"""\n[mcp_servers.qwen]\ncommand = "x"\n', /no table can be added/],
  ])('is refused where the file says %j', (text, reason) => {
    expect(() => mergeToml(text, { ...wanted, replace: true })).toThrow(reason);
  });
});

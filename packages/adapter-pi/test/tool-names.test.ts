import { describe, expect, it } from 'vitest';
import { refuseTools, unmatchedTools } from '../src/tool-names.js';

describe('refuseTools', () => {
  it.each([
    'read',
    'read,bash,edit,write,grep,find,ls',
    ' read , grep ',
    'mcp__files__*',
    'mcp__files__read',
    'codemode,tool_search',
    'web_*',
    '*',
  ])('takes %j', (tools) => expect(refuseTools(tools)).toBeUndefined());

  it.each(['+codemode', '+codemode,-bash', '+grep,+find'])('takes the changes %j', (tools) =>
    expect(refuseTools(tools)).toBeUndefined(),
  );

  it.each([
    ['reed', 'read'],
    ['run_shell_command', 'bash'],
    ['read_file', 'read'],
    ['Bash', 'bash'],
    ['str_replace', 'edit'],
    ['glob', 'find'],
    ['list_directory', 'ls'],
    ['grep_search', 'grep'],
  ])('names the tool that %j may mean', (name, near) => {
    expect(refuseTools(`bash,${name}`)).toContain(`no built-in tool "${name}": did you mean `);
    expect(refuseTools(name)).toContain(near);
  });

  it('says how a tool of an extension is named', () => {
    expect(refuseTools('web_fetch')).toBe(
      'pi has no built-in tool "web_fetch": It has read, bash, edit, write, grep, find, ls, powershell, codemode, tool_search; write a tool of an extension as a pattern: web_fetch*',
    );
  });

  it.each([
    ['', /names no tool/],
    [' , ', /names no tool/],
    ['read,-bash', /mixes names/],
    ['+web_*', /cannot hold a \*/],
    ['-nothing', /no built-in tool "nothing"/],
    ['mcp__', /no built-in tool "mcp__"/],
  ])('refuses %j', (tools, reason) => expect(refuseTools(tools)).toMatch(reason));
});

describe('unmatchedTools', () => {
  it('finds the entries of a limit that no declared tool fits', () => {
    expect(unmatchedTools('read,web_*,ls', ['read', 'web_fetch'])).toEqual(['ls']);
    expect(unmatchedTools('a.c', ['abc'])).toEqual(['a.c']);
  });

  it('leaves out what may be there without being declared', () => {
    expect(unmatchedTools('mcp__x__*,*,+grep,-bash', [])).toEqual([]);
  });
});

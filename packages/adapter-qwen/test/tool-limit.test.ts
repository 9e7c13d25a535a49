import { describe, expect, it } from 'vitest';
import { limitArguments, parseAllowedTools, refuseAllowedTools, unlimitedTools } from '../src/tool-limit.js';

describe('allowed_tools', () => {
  it('is a list of names, each once', () => {
    expect(parseAllowedTools(' read_file,glob ,, read_file')).toEqual(['read_file', 'glob']);
    expect(parseAllowedTools(undefined)).toBeUndefined();
  });

  it.each([
    ['read,grep,ls', ['"read"', '"grep"', '"ls"', 'read_file', 'grep_search', 'list_directory']],
    ['Bash', ['run_shell_command']],
    ['write', ['write_file']],
    ['read_fil', ['read_file']],
    ['Task', ['agent']],
    ['webfetch', ['web_fetch']],
    ['zzzzzzzzzz', ['"zzzzzzzzzz"', 'read_file']],
    ['ask_user_question', ['ask_user_question']],
    ['run_shell_command(git status)', ['run_shell_command']],
    ['mcp__github__search', ['MCP']],
    ['', ['names no tool']],
    [' , ', ['names no tool']],
  ])('%j is refused with the near names', (list, words) => {
    const refusal = refuseAllowedTools(list) ?? '';
    for (const word of words) expect(refusal).toContain(word);
    expect(refusal).toContain('allowed_tools');
  });

  it.each(['read_file', 'agent, skill', 'list_directory,run_shell_command'])('%j is taken', (list) => {
    expect(refuseAllowedTools(list)).toBeUndefined();
  });
});

describe('the flags', () => {
  const flags = (...tools: string[]) => {
    const [core = '', excluded = ''] = limitArguments(tools);
    return { core: core.split('=')[1]?.split(','), excluded: excluded.split('=')[1]?.split(',') ?? [] };
  };

  it('list the core tools, and exclude every other one and all of MCP', () => {
    const { core, excluded } = flags('read_file', 'skill');
    expect(core).toEqual(['read_file']);
    expect(excluded).toEqual(expect.arrayContaining(['agent', 'tool_call', 'exec', 'ask_user_question', 'mcp__*']));
    expect(excluded).not.toContain('skill');
    // There it would take grep_search and glob with it.
    expect(excluded).not.toContain('read_file');
  });

  it('never leave the list of core tools empty, which would be no list', () => {
    expect(flags('skill').core).toEqual(['none']);
  });

  it('keep sub-agents from starting another program', () => {
    expect(flags('agent').excluded).toEqual(expect.arrayContaining(['agent(claude-code)', 'agent(codex)']));
  });

  it('exclude questions when there is no limit', () => {
    expect(limitArguments(undefined)).toEqual(['--exclude-tools=ask_user_question']);
  });
});

describe('unlimitedTools', () => {
  it('finds what the flags do not cover, and passes over MCP tools, which are denied when called', () => {
    expect(unlimitedTools(['read_file'], ['read_file', 'mcp__a__b', 'tool_of_tomorrow'])).toEqual(['tool_of_tomorrow']);
  });
});

import { CORE_TOOLS, nearTools, OTHER_TOOLS, TOOL_NAMES, UNUSABLE_TOOLS } from './tool-names.js';

/**
 * Agent types of qwen 0.24.4 that start another program, which knows nothing of qwen's limits. Sub-agents that qwen runs itself
 * keep to them.
 */
const FOREIGN_AGENTS = ['agent(claude-code)', 'agent(codex)'];

/** A name that no tool has: an empty list would be no list to qwen. */
const NO_TOOL = 'none';

/** The names in `allowed_tools`, each once; undefined when there is no limit. */
export function parseAllowedTools(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The sentence that refuses a list of tools, or nothing. */
export function refuseAllowedTools(list: string | undefined): string | undefined {
  const tools = parseAllowedTools(list);
  if (tools === undefined) return undefined;
  if (tools.length === 0) return 'allowed_tools names no tool; leave it out for all of them, or name at least one.';
  const unknown = tools.filter((name) => !TOOL_NAMES.includes(name));
  if (unknown.length === 0) return undefined;
  if (unknown.some((name) => name.startsWith('mcp__'))) {
    return 'allowed_tools cannot name MCP tools: qwen can only be told to run all of them or none, and with allowed_tools it runs none.';
  }
  const near = [...new Set(unknown.flatMap(nearTools))];
  const advice =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `it has ${TOOL_NAMES.slice(0, 9).join(', ')} and others.`;
  const what = unknown.map((name) => JSON.stringify(name.slice(0, 60))).join(', ');
  return `allowed_tools: qwen has no tool ${what}; ${advice}`;
}

/**
 * The flags that make a list of tools a limit. Seen on qwen 0.24.4 with "yolo", on both transports:
 * - `--allowed-tools` is none: it only spares a question.
 * - `--core-tools` holds back exactly the core tools that are not in it. `--exclude-tools` cannot do that: `read_file` there takes
 *   `grep_search` and `glob` with it, and `edit` takes `write_file`.
 * - The other tools need `--exclude-tools`, one by one; `mcp__*` there covers every MCP tool, also of servers that connect later.
 * - A name that neither flag covers (a newer version's) stays: {@link unlimitedTools} finds it.
 */
export function limitArguments(tools: readonly string[] | undefined): readonly string[] {
  if (tools === undefined) return ['--exclude-tools=ask_user_question'];
  const core = tools.filter((name) => CORE_TOOLS.some((tool) => tool === name));
  const excluded = [
    ...OTHER_TOOLS.filter((name) => !tools.includes(name)),
    ...UNUSABLE_TOOLS,
    ...(tools.includes('agent') ? FOREIGN_AGENTS : []),
    'mcp__*',
  ];
  return [`--core-tools=${core.length > 0 ? core.join(',') : NO_TOOL}`, `--exclude-tools=${excluded.join(',')}`];
}

/**
 * The tools among those that qwen has (`init.tools`) that the flags do not keep from running. MCP tools stay in that list although
 * they are denied when called.
 */
export function unlimitedTools(tools: readonly string[], offered: readonly string[]): readonly string[] {
  return offered.filter((name) => !tools.includes(name) && !name.startsWith('mcp__'));
}

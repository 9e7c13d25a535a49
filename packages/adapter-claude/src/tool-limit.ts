import type { ClaudeOptions } from './options.js';
import {
  ENTER_PLAN_TOOL,
  EXIT_PLAN_TOOL,
  nearTools,
  OUTPUT_TOOL,
  QUESTION_TOOL,
  TOOL_NAMES,
  toolName,
} from './tool-names.js';

/** The entries of a comma-separated list, each once; commas between parentheses belong to a rule. Undefined when there is no list. */
export function parseTools(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const entries = (list.match(/(?:\([^()]*\)|[^,(]|\()+/g) ?? []).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** A rule of `denied_tools`: a tool, or a tool with a pattern of what it must not be called with. */
const RULE = /^([A-Za-z][\w-]*)(?:\(([^()]+)\))?$/;

/** The sentence that refuses the two lists, or nothing. */
export function refuseTools({ allowed_tools, denied_tools }: ClaudeOptions): string | undefined {
  const allowed = parseTools(allowed_tools);
  const denied = parseTools(denied_tools);
  return (
    refuseEmpty('allowed_tools', allowed) ??
    refuseEmpty('denied_tools', denied) ??
    (allowed?.some((name) => name.startsWith('mcp__'))
      ? 'allowed_tools cannot name MCP tools: with allowed_tools claude is started without any MCP server.'
      : undefined) ??
    refuseUnknown('allowed_tools', allowed?.filter((name) => !TOOL_NAMES.includes(toolName(name))) ?? []) ??
    refuseUnknown('denied_tools', denied?.filter((rule) => !isRule(rule)) ?? [])
  );
}

function refuseEmpty(option: string, names: readonly string[] | undefined): string | undefined {
  return names?.length === 0 ? `${option} names no tool; leave it out, or name at least one.` : undefined;
}

function refuseUnknown(option: string, unknown: readonly string[]): string | undefined {
  if (unknown.length === 0) return undefined;
  const near = [...new Set(unknown.flatMap((name) => nearTools(name.replace(/\(.*$/s, ''))))];
  const advice =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `it has ${TOOL_NAMES.slice(0, 9).join(', ')} and others.`;
  const what = unknown.map((name) => JSON.stringify(name.slice(0, 60))).join(', ');
  return `${option}: claude has no tool ${what}; ${advice}`;
}

function isRule(rule: string): boolean {
  if (/^mcp__[\w*-]+$/.test(rule)) return true;
  const name = RULE.exec(rule)?.[1];
  return name !== undefined && [...TOOL_NAMES, ENTER_PLAN_TOOL, EXIT_PLAN_TOOL].includes(toolName(name));
}

/**
 * The flags that make the lists limits (claude 2.1.332):
 * - `--allowedTools` is none: it only spares a question. `--tools` names the built-in tools that exist at all.
 * - MCP tools are no built-in ones: `--strict-mcp-config` without a configuration leaves no MCP server.
 * - `--disallowedTools` holds in every mode. Rules with a pattern are claude's own to keep.
 */
export function limitArguments(options: ClaudeOptions): readonly string[] {
  const allowed = parseTools(options.allowed_tools);
  const planned = options.approval_mode === 'plan' ? [] : [ENTER_PLAN_TOOL];
  const denied = [QUESTION_TOOL, ...planned, ...(parseTools(options.denied_tools) ?? [])];
  const limit =
    allowed === undefined ? [] : [`--tools=${[...new Set(allowed.map(toolName))].join(',')}`, '--strict-mcp-config'];
  return [...limit, `--disallowedTools=${[...new Set(denied)].join(',')}`];
}

/** Whether a tool is within the limit; `limit` undefined: there is none. */
export function isAllowed(limit: readonly string[] | undefined, tool: string): boolean {
  const name = toolName(tool);
  return limit === undefined || name === OUTPUT_TOOL || limit.some((allowed) => toolName(allowed) === name);
}

/** The tools among those that claude says it has (`init.tools`) that are not within the limit. */
export function unlimitedTools(limit: readonly string[], offered: readonly string[]): readonly string[] {
  return offered.filter((name) => !isAllowed(limit, name));
}

/** The tools that pi 1.6.0 brings along; extensions and MCP servers add others, which only a running pi knows. */
const BUILT_IN_TOOLS = [
  'read',
  'bash',
  'edit',
  'write',
  'grep',
  'find',
  'ls',
  'powershell',
  'codemode',
  'tool_search',
] as const;

/** The entries of a `tools` argument, as pi splits it. */
function toolEntries(tools: string): readonly string[] {
  return tools
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Whether an entry changes pi's default selection instead of replacing it. */
function isToolChange(entry: string): boolean {
  return entry.startsWith('+') || entry.startsWith('-');
}

/**
 * Checks a `tools` argument. pi itself takes a name that no tool has without a word and then runs without that tool, so a name is
 * refused here unless it is a built-in one, an MCP tool, or a pattern, which is how a tool of an extension is named.
 * @returns the sentence that refuses it, or undefined
 */
export function refuseTools(tools: string): string | undefined {
  const entries = toolEntries(tools);
  if (entries.length === 0) return 'tools names no tool; for a run without any tool use no_tools: true';
  const changes = entries.filter(isToolChange);
  if (changes.length > 0 && changes.length < entries.length) {
    return `tools mixes names with +name or -name (${tools}); use one form: names alone are a limit, +name and -name change pi's defaults`;
  }
  const pattern = changes.find((entry) => entry.includes('*'));
  if (pattern !== undefined) return `tools: ${pattern} cannot hold a *; after + and - pi takes whole names only`;
  const unknown = entries.map((entry) => entry.replace(/^[+-]/, '')).find((name) => !isKnown(name, changes.length > 0));
  if (unknown === undefined) return undefined;
  const near = nearNames(unknown);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}? ` : '';
  const extension = changes.length > 0 ? '' : `; write a tool of an extension as a pattern: ${unknown}*`;
  return `pi has no built-in tool ${JSON.stringify(unknown)}: ${hint}It has ${BUILT_IN_TOOLS.join(', ')}${extension}`;
}

/** In a limit a pattern may name tools that only a running pi knows. */
function isKnown(name: string, change: boolean): boolean {
  if (name.startsWith('mcp__') && name.length > 'mcp__'.length) return true;
  if (!change && name.includes('*')) return true;
  return BUILT_IN_TOOLS.some((tool) => tool === name);
}

/** The built-in tools whose names are close to `name`, or that other agents call so. */
function nearNames(name: string): readonly string[] {
  const word = name.toLowerCase();
  const parts = word.split(/[^a-z]+/);
  return BUILT_IN_TOOLS.filter(
    (tool) => parts.includes(tool) || distance(word, tool) <= 2 || OTHER_NAMES[tool]?.test(word),
  );
}

const OTHER_NAMES: Partial<Record<(typeof BUILT_IN_TOOLS)[number], RegExp>> = {
  bash: /shell|exec|command|terminal/,
  edit: /replace|patch/,
  find: /glob/,
  grep: /search|ripgrep|^rg$/,
  ls: /list/,
  read: /view|cat/,
  write: /create/,
};

/** Single-character edits between two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The entries of a limit that no declared tool fits. MCP tools may be reachable without being declared, so they are left out. */
export function unmatchedTools(tools: string, declared: readonly string[]): readonly string[] {
  return toolEntries(tools).filter((entry) => {
    if (isToolChange(entry) || entry.includes('mcp') || entry === '*') return false;
    const pattern = new RegExp(
      `^${entry
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*')}$`,
    );
    return !declared.some((name) => pattern.test(name));
  });
}

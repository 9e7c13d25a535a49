import { DEPTH_VARIABLE } from './delegation-depth.js';
import { MARKER_VARIABLE } from './marker.js';

export interface EnvironmentRules {
  /** Our own environment. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Names that must not reach the agent, `*` allowed: the server's own variables, and marks of other agents. */
  readonly removes: readonly string[];
  /** Names that may be inherited, `*` allowed; absent: all. */
  readonly allow?: readonly string[];
  /** What the launch plan needs; not subject to the rules above. */
  readonly add: Readonly<Record<string, string>>;
  /** Delegations around the agent, its own included: 1 for an agent that a server started which no agent runs. */
  readonly depth: number;
  readonly platform?: NodeJS.Platform;
}

/** The complete environment of an agent, but for the process marker, which each start adds. */
export function agentEnvironment(rules: EnvironmentRules): Record<string, string> {
  const ignoreCase = (rules.platform ?? process.platform) === 'win32';
  const removed = matcher([...rules.removes, MARKER_VARIABLE, DEPTH_VARIABLE, ...Object.keys(rules.add)], ignoreCase);
  const allowed = rules.allow ? matcher(rules.allow, ignoreCase) : () => true;
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(rules.inherited)) {
    if (value !== undefined && allowed(name) && !removed(name)) environment[name] = value;
  }
  return { ...environment, ...rules.add, [DEPTH_VARIABLE]: String(rules.depth) };
}

/** Tells whether a name is one of the patterns, in which `*` stands for any characters and everything else for itself. */
function matcher(patterns: readonly string[], ignoreCase: boolean): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const source = pattern
      .split('*')
      .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
      .join('.*');
    return new RegExp(`^${source}$`, ignoreCase ? 'is' : 's');
  });
  return (name) => expressions.some((expression) => expression.test(name));
}

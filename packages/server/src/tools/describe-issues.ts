import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with the arguments of a call, as one sentence that names each argument and what is allowed.
 * @param allowed the names of the tool's arguments
 */
export function describeIssues(tool: string, issues: readonly Issue[], allowed: readonly string[]): string {
  const parts = issues.map((issue) => describe(issue, allowed));
  return `${tool}: ${parts.join('; ')}.`;
}

function describe(issue: Issue, allowed: readonly string[]): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    const names = issue.keys.map(quote).join(', ');
    const list = allowed.length === 0 ? 'it takes none' : `it takes ${allowed.join(', ')}`;
    return `there is no argument ${names}; ${list}`;
  }
  const name = issue.path.map(String).join('.') || 'the list of arguments';
  return `${name} ${requirementOf(issue)}`;
}

/** What is wanted of the value that an issue is about, to be put behind its name. */
export function requirementOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is required (${typeWord(issue.expected)})`
        : `must be ${typeWord(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${sized(issue.origin)} at least ${Number(issue.minimum)}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${sized(issue.origin)} at most ${Number(issue.maximum)}${unit(issue.origin)}`;
    default:
      return `is not allowed: ${issue.message}`;
  }
}

function typeWord(expected: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  };
  return words[expected] ?? `a value of the type ${expected}`;
}

function sized(origin: string): string {
  return origin === 'number' || origin === 'int' ? 'be' : 'have';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' || origin === 'set' ? ' items' : '';
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

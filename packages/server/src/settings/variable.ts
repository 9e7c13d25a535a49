import type { Form } from './form.js';

/** One environment variable, described as data. */
export interface Variable<Value = unknown> {
  /** The name without its prefix `X_MCP_`. */
  readonly name: string;
  readonly form: Form<Exclude<Value, undefined>>;
  /** Value when the variable is unset or empty. */
  readonly unset: Value;
  /** Value when the text is not allowed, where the strict choice is not the default. */
  readonly invalid?: Value;
  /** When true, a text that is not allowed stops the program: every fallback would be less safe than what was asked for. */
  readonly fatal?: boolean;
  /** The default, as documentation says it. */
  readonly default: string;
  /** What it is for, as one sentence. */
  readonly meaning: string;
}

/** Writes a variable down with its value's type taken from its form and default. */
export function variable<Value>(description: Variable<Value>): Variable<Value> {
  return description;
}

/** The value that a described variable has. */
export type ValueOf<Described> = Described extends Variable<infer Value> ? Value : never;

/** The value that a text stands for; without one, why not, to be put behind a sentence. */
export function parseVariable(
  described: Variable,
  text: string,
): { readonly value?: unknown; readonly reason: string } {
  try {
    return { value: described.form.parse(text), reason: '' };
  } catch (error) {
    return { reason: ` (${(error as Error).message})` };
  }
}

/** A value as sentences show it. */
export function quoteValue(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Variables of a process, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable that the environment itself has; inherited properties such as `constructor` are none. */
export function variable(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

import { Refusal } from '@agentmount/core';

/** A server's entry that is to stand in a configuration file. */
export interface WantedEntry {
  /** The way to the object that holds the servers by name. */
  readonly servers: readonly string[];
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** Whether another entry of the same name gives way. */
  readonly replace: boolean;
}

/** The file's new text; undefined when it says so already. */
export type MergedText = string | undefined;

/** A file that cannot be read as what it should be. */
export function unreadable(reason: string): Refusal {
  return new Refusal('argument', `${reason}; mend it, or add the entry by hand. Nothing was changed`);
}

/** An entry of the same name that says something else. */
export function taken(name: string): Refusal {
  return new Refusal(
    'argument',
    `it has another entry named ${name}; give --replace to put this one in its place, or --name for another name. Nothing was changed`,
  );
}

/** How a host is to start a server. */
export interface HostServer {
  /** The name under which the host knows it; it becomes part of the names of the tools. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Where a host looks for its configuration, and what may be found there. */
export interface HostPlace {
  readonly platform: NodeJS.Platform;
  /** The person's home directory, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** An MCP host, as facts about its configuration file. */
export interface Host {
  /** The word for it on the command line. */
  readonly id: string;
  readonly title: string;
  /** `json`: comments and commas at the end of lists are allowed. */
  readonly format: 'json' | 'toml';
  /** The way to the object that holds the servers by name. */
  readonly servers: readonly string[];
  /** Absolute path of the person's own configuration file. */
  file(place: HostPlace): string;
  /** What the file says of a server. */
  entry(server: HostServer, place: HostPlace): Readonly<Record<string, unknown>>;
  /** The host's own command that adds the server. */
  command?(server: HostServer, entry: Readonly<Record<string, unknown>>): string;
  /** What a person has to know, in a sentence. */
  readonly note: string;
}

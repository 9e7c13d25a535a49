import { type LineProcessOptions, type RawMessage, type RawServer, startRawServer } from '@agentmount/testkit';

/** What came of one call: the server's response, or its death. */
export type Called = { readonly text: string; readonly facts: Facts; readonly isError: boolean } | 'died';

/** What a result says for programs, under `agentmount/report`. */
interface Facts {
  readonly turn?: string;
  readonly session?: string;
  readonly resumable?: boolean;
  readonly status?: string;
}

/** One server of the crash test. What comes of it bears its mark, its watchdog included. */
export class CrashServer {
  readonly name: string;
  readonly mark: string;
  readonly raw: RawServer;
  /** Sessions that the host was told of, and that no later report took back. */
  readonly #told: Set<string>;
  #calls = 0;
  #dead = false;

  static async start(
    name: string,
    options: LineProcessOptions & { readonly env: Readonly<Record<string, string>> },
    told: Set<string>,
  ): Promise<CrashServer> {
    const mark = `${options.env.AGENTMOUNT_PROCESS}/${name}`;
    const raw = await startRawServer({ ...options, env: { ...options.env, AGENTMOUNT_PROCESS: mark } });
    const server = new CrashServer(name, mark, raw, told);
    void raw.exited.then(() => {
      server.#dead = true;
    });
    await raw.initialize();
    return server;
  }

  private constructor(name: string, mark: string, raw: RawServer, told: Set<string>) {
    this.name = name;
    this.mark = mark;
    this.raw = raw;
    this.#told = told;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** Whether the host has been told of a session. */
  get hasTold(): boolean {
    return this.raw.messages.some((message) => sessionOf(message) !== undefined);
  }

  /** Calls a tool, and remembers each session that is told of meanwhile. */
  async call(name: string, given: object): Promise<Called> {
    this.#calls += 1;
    const id = `${this.name}-${this.#calls}`;
    const from = this.raw.messages.length;
    const params = { name, arguments: given, _meta: { progressToken: id } };
    try {
      await this.raw.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
    } catch {
      return 'died';
    }
    const response = await Promise.race([
      this.raw
        .next((message) => message.id === id && message.method === undefined, 120_000)
        .catch((error: unknown) => error),
      this.raw.exited.then(() => 'died' as const),
    ]);
    for (const message of this.raw.messages.slice(from)) this.#note(message, id);
    if (response === 'died') return 'died';
    if (response instanceof Error) throw response;
    return readResult(response as RawMessage);
  }

  #note(message: RawMessage, token: string): void {
    if (message.id === token && message.result !== undefined) {
      const { facts } = readResult(message);
      if (facts.session === undefined) return;
      if (facts.resumable === false) this.#told.delete(facts.session);
      else this.#told.add(facts.session);
      return;
    }
    const session = message.params?.progressToken === token ? sessionOf(message) : undefined;
    if (session !== undefined) this.#told.add(session);
  }
}

/** The session in a message of progress. */
function sessionOf({ params }: RawMessage): string | undefined {
  return / session ([0-9a-f-]{36})/.exec(String(params?.message))?.[1];
}

function readResult({ result, error }: RawMessage): Exclude<Called, 'died'> {
  if (error !== undefined) return { text: error.message, facts: {}, isError: true };
  const content = (result?.content ?? []) as { readonly text: string }[];
  const meta = (result?._meta ?? {}) as { readonly 'agentmount/report'?: Facts };
  return {
    text: content[0]?.text ?? '',
    facts: meta['agentmount/report'] ?? {},
    isError: result?.isError === true,
  };
}

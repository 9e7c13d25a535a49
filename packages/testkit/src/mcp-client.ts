import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type LineProcessOptions, type ProcessExit, startLineProcess } from './line-process.js';
import { ProcessTransport } from './process-transport.js';

/** What a server asks of the person, and what the test answers. */
export interface ElicitationRequest {
  readonly message: string;
  readonly requestedSchema?: Record<string, unknown>;
  readonly [field: string]: unknown;
}

/** The answer of a person to an elicitation. */
export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean | string[]>;
}

/** Which client speaks, to which server, and what it claims to be. */
export interface ConnectClientOptions extends LineProcessOptions {
  /** `1.x`: `@modelcontextprotocol/sdk`, which most hosts embed. `2.x`: `@modelcontextprotocol/client`. */
  readonly sdk: '1.x' | '2.x';
  /**
   * 2.x only. `legacy` (default): the handshake of 2025-11-25 and before; `auto`: probe, then fall back;
   * `2026-07-28`: exactly that revision.
   */
  readonly protocol?: 'legacy' | 'auto' | '2026-07-28';
  /** Capabilities beside `elicitation`, which is declared when a handler is given. */
  readonly capabilities?: Record<string, object>;
  /** Plays the person. Without it the client declares no elicitation. */
  readonly elicitation?: (request: ElicitationRequest) => ElicitationAnswer | Promise<ElicitationAnswer>;
  /** The host that the client says it is. Default `{ name: 'testkit', version: '1.0.0' }`. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
}

/** One progress notification. */
export interface ProgressNotice {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** How a call is made. */
export interface CallOptions {
  /** Aborting it cancels the request, as a host does. */
  readonly signal?: AbortSignal;
  /** When given, a progress token is sent along. */
  readonly onProgress?: (notice: ProgressNotice) => void;
  /** When the client gives up. Default 120,000. Progress does not extend it. */
  readonly timeoutMs?: number;
}

/** What a tool gave back. */
export interface CallResult {
  /** All text content, joined by line ends. */
  readonly text: string;
  readonly isError: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  /** `_meta` of the result; empty when it had none. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The result as the SDK gave it. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A tool as `tools/list` describes it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** One connection to one server process, the same for both SDKs. */
export interface McpClient extends AsyncDisposable {
  readonly pid: number;
  readonly serverInfo: { readonly name: string; readonly version: string } | undefined;
  readonly serverCapabilities: Readonly<Record<string, unknown>> | undefined;
  readonly instructions: string | undefined;
  /** The revision that was settled on. */
  readonly protocolVersion: string | undefined;
  /** Every line of stdout, as it came. */
  readonly lines: readonly string[];
  listTools(): Promise<ListedTool[]>;
  /** @throws the SDK's error for a JSON-RPC error, a timeout, an aborted signal or a closed connection */
  call(name: string, toolArguments?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>;
  stderr(): string;
  readonly exited: Promise<ProcessExit>;
  /** Closes stdin and waits for the exit, up to `timeoutMs` (60,000). */
  close(timeoutMs?: number): Promise<ProcessExit>;
  kill(signal?: NodeJS.Signals): void;
}

/** Starts a server and connects one of the two client SDKs to it over its stdin and stdout. */
export async function connectClient(options: ConnectClientOptions): Promise<McpClient> {
  if (options.sdk === '1.x' && (options.protocol ?? 'legacy') !== 'legacy') {
    throw new TypeError(`The 1.x client cannot speak ${options.protocol}; use sdk: '2.x'.`);
  }
  const process = await startLineProcess(options);
  const connect = options.sdk === '1.x' ? connectLegacy : connectModern;
  try {
    const client = await connect(options, new ProcessTransport(process));
    return {
      ...client,
      pid: process.pid,
      lines: process.lines,
      stderr: process.stderr,
      exited: process.exited,
      async close(timeoutMs) {
        process.endInput();
        return process.waitForExit(timeoutMs);
      },
      kill: process.kill,
      [Symbol.asyncDispose]: process.dispose,
    };
  } catch (error) {
    process.kill('SIGKILL');
    await process.dispose();
    throw new Error(`Could not connect to ${options.command}: ${(error as Error).message}\n${process.stderr()}`, {
      cause: error,
    });
  }
}

type SdkSide = Pick<
  McpClient,
  'serverInfo' | 'serverCapabilities' | 'instructions' | 'protocolVersion' | 'listTools' | 'call'
>;

function clientParts(options: ConnectClientOptions) {
  const elicitation = options.elicitation === undefined ? {} : { elicitation: { form: {} } };
  return {
    info: options.clientInfo ?? { name: 'testkit', version: '1.0.0' },
    capabilities: { ...elicitation, ...options.capabilities },
  };
}

function requestOptions(options: CallOptions) {
  return {
    timeout: options.timeoutMs ?? 120_000,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onProgress === undefined ? {} : { onprogress: options.onProgress as (notice: object) => void }),
  };
}

function readResult(raw: Record<string, unknown>): CallResult {
  const content = (raw.content ?? []) as CallResult['content'];
  return {
    text: content.flatMap((part) => (part.text === undefined ? [] : [part.text])).join('\n'),
    isError: raw.isError === true,
    content,
    meta: (raw._meta ?? {}) as Record<string, unknown>,
    raw,
  };
}

async function connectLegacy(options: ConnectClientOptions, transport: ProcessTransport<never>): Promise<SdkSide> {
  const { info, capabilities } = clientParts(options);
  const client = new LegacyClient(info, { capabilities });
  const { elicitation } = options;
  if (elicitation !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async (request) => ({
      ...(await elicitation(request.params as unknown as ElicitationRequest)),
    }));
  }
  await client.connect(transport as unknown as Parameters<LegacyClient['connect']>[0], { timeout: 60_000 });
  return {
    serverInfo: client.getServerVersion(),
    serverCapabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    protocolVersion: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, toolArguments = {}, callOptions = {}) =>
      readResult(await client.callTool({ name, arguments: toolArguments }, undefined, requestOptions(callOptions))),
  };
}

async function connectModern(options: ConnectClientOptions, transport: ProcessTransport<never>): Promise<SdkSide> {
  const { info, capabilities } = clientParts(options);
  const protocol = options.protocol ?? 'legacy';
  const mode = protocol === '2026-07-28' ? { pin: protocol } : protocol;
  const client = new ModernClient(info, { capabilities, versionNegotiation: { mode } });
  const { elicitation } = options;
  if (elicitation !== undefined) {
    client.setRequestHandler('elicitation/create', async (request) => ({
      ...(await elicitation(request.params as unknown as ElicitationRequest)),
    }));
  }
  await client.connect(transport as unknown as Parameters<ModernClient['connect']>[0], { timeout: 60_000 });
  return {
    serverInfo: client.getServerVersion(),
    serverCapabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    protocolVersion: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, toolArguments = {}, callOptions = {}) =>
      readResult(await client.callTool({ name, arguments: toolArguments }, requestOptions(callOptions))),
  };
}

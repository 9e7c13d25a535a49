import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type * as z from 'zod';
import type { AgentAdapter } from '../contract/adapter.js';
import { traitsOf } from '../contract/define-adapter.js';
import type { Machine, Setup } from '../contract/setup.js';
import type { Transport } from '../contract/transport.js';
import type { SessionEntry } from '../state/session-index.js';
import type { CheckedRequest } from '../turn/turn-services.js';
import { loadImages } from './load-images.js';
import { Refusal } from './refusal.js';
import type { TurnRequest } from './runner.js';
import type { Settings } from './settings.js';

/** Longest prompt, characters. */
const MOST_PROMPT = 2_000_000;

export interface CheckContext {
  readonly adapter: AgentAdapter;
  readonly settings: Settings;
  /** Where a new session works when no directory is given. */
  readonly cwd: string;
  machine(cwd: string): Promise<Machine>;
  session(id: string): Promise<SessionEntry | undefined>;
}

/** Checks everything that can be known to be wrong before anything starts; throws a {@link Refusal} that names the argument. */
export async function checkRequest(request: TurnRequest, context: CheckContext): Promise<CheckedRequest> {
  const { adapter, settings } = context;
  checkPrompt(request.prompt);
  const known = request.session === undefined ? undefined : await knownSession(request.session, context);
  const cwd = await checkDirectory(request, known, context);
  const transport = chooseTransport(request.transport ?? settings.transport, adapter);
  const traits = traitsOf(adapter, transport);
  const options = checkOptions(request, adapter, transport, settings);
  const timeoutMs = checkTimeout(request.timeoutMs, settings);
  const model = request.model ?? settings.model;
  checkWord('model', model);
  if (request.images && request.images.length > 0 && !traits.images)
    refuseFor(adapter, transport, 'images', 'it takes no pictures', (other) => other.images === true);
  const images = request.images && request.images.length > 0 ? await loadImages(request.images) : undefined;
  const setup: Setup = {
    transport: transport.name,
    cwd,
    options,
    approvalMs: settings.approvalTimeoutMs,
    machine: await context.machine(cwd),
    ...(model !== undefined && { model }),
    ...(request.systemPromptAppend !== undefined && { systemPromptAppend: request.systemPromptAppend }),
    ...(traits.presetsSession && request.session === undefined && { presetSession: randomUUID() }),
  };
  const refusal = adapter.refuses?.(setup);
  if (refusal !== undefined) throw new Refusal('argument', refusal);
  return {
    text: request.prompt,
    setup,
    traits,
    timeoutMs,
    ...(images !== undefined && { images }),
    ...(request.session !== undefined && { session: request.session }),
    ...(request.session !== undefined && known === undefined && { unlisted: true as const }),
    ...(known?.totals !== undefined && { baseline: known.totals }),
  };
}

/** What a transport can do; throws a {@link Refusal} for a name that the adapter has not. */
export function chooseTransport(name: string | undefined, adapter: AgentAdapter): Transport {
  if (name === undefined) return adapter.transports[0];
  const transport = adapter.transports.find((candidate) => candidate.name === name);
  if (transport) return transport;
  throw new Refusal(
    'argument',
    `transport: ${JSON.stringify(name)} is not one of ${adapter.transports.map((one) => one.name).join(', ')}`,
  );
}

function checkPrompt(prompt: string): void {
  if (prompt.trim() === '') throw new Refusal('argument', 'prompt: must not be blank');
  if (prompt.length > MOST_PROMPT) {
    throw new Refusal(
      'argument',
      `prompt: ${prompt.length} characters, at most ${MOST_PROMPT}; put the bulk into a file and name its path`,
    );
  }
}

async function knownSession(id: string, { adapter, session }: CheckContext): Promise<SessionEntry | undefined> {
  if (!adapter.sessionId.test(id) || id.startsWith('-')) {
    throw new Refusal(
      'argument',
      `session: ${JSON.stringify(id.slice(0, 100))} is not a ${adapter.title} session id; take one from the list of sessions`,
    );
  }
  return session(id);
}

async function checkDirectory(
  request: TurnRequest,
  known: SessionEntry | undefined,
  context: CheckContext,
): Promise<string> {
  const { cwd } = request;
  if (request.session !== undefined && !known && cwd === undefined) {
    throw new Refusal(
      'session',
      `session: ${request.session} is not known here, so its directory is not either; give cwd, or take one from the list of sessions`,
    );
  }
  const directory = cwd ?? known?.cwd ?? context.cwd;
  if (!isAbsolute(directory))
    throw new Refusal('argument', `cwd: must be an absolute path, got ${JSON.stringify(directory)}`);
  if (directory.includes('\0')) throw new Refusal('argument', 'cwd: must not contain a NUL character');
  if (context.settings.wrapKind === 'remote') {
    if (known === undefined || directory === known.cwd) return directory;
    throw new Refusal('argument', `cwd: session ${known.id} belongs to ${known.cwd}; leave cwd out`);
  }
  const found = await stat(directory).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error)
    throw new Refusal(
      'argument',
      `cwd: ${directory} cannot be used (${found.code === 'ENOENT' ? 'no such directory' : found.code})`,
    );
  if (!found.isDirectory()) throw new Refusal('argument', `cwd: ${directory} is not a directory`);
  // Agents name their session folders by the real directory: under another name for it the person's own agent would not find them.
  const real = await realpath(directory);
  if (known && cwd !== undefined && real !== known.cwd && real !== (await realpath(known.cwd).catch(() => known.cwd))) {
    throw new Refusal(
      'argument',
      `cwd: session ${known.id} belongs to ${known.cwd}; leave cwd out, or start a new session in ${cwd}`,
    );
  }
  return real;
}

function checkOptions(request: TurnRequest, adapter: AgentAdapter, transport: Transport, settings: Settings): unknown {
  const given = Object.entries(request.options ?? {}).filter(([, value]) => value !== undefined);
  const common: readonly (readonly [string, unknown])[] = [
    ['model', request.model],
    ['system_prompt_append', request.systemPromptAppend],
    ['images', request.images],
  ];
  for (const [name] of [...given, ...common.filter(([, value]) => value !== undefined)]) {
    const reason = transport.refuses?.[name];
    if (reason !== undefined)
      refuseFor(adapter, transport, name, reason, (other) => other.refuses?.[name] === undefined);
  }
  // A default that this transport cannot honour was not asked for by this call: it does not stand in its way.
  const defaults = Object.entries(settings.options).filter(([name]) => transport.refuses?.[name] === undefined);
  const parsed = adapter.options.safeParse({ ...Object.fromEntries(defaults), ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  throw new Refusal('argument', sentenceOf(parsed.error));
}

/** One sentence for what a schema found wrong first. */
function sentenceOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'the options do not fit';
  if (issue.code === 'unrecognized_keys')
    return `unknown argument ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  const name = issue.path.join('.') || 'options';
  if (issue.code === 'invalid_value') return `${name}: must be one of ${issue.values.join(', ')}`;
  return `${name}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
}

function refuseFor(
  adapter: AgentAdapter,
  transport: Transport,
  name: string,
  reason: string,
  can: (other: Transport) => boolean,
): never {
  const others = adapter.transports.filter((other) => other !== transport && can(other)).map((other) => other.name);
  const next = others.length > 0 ? `use transport ${others.join(' or ')}` : 'leave it out';
  throw new Refusal('transport', `${name}: not possible on transport ${transport.name} (${reason}); ${next}`);
}

function checkTimeout(timeoutMs: number | undefined, settings: Settings): number {
  if (timeoutMs === undefined) return Math.min(settings.timeoutMs, settings.maxTimeoutMs);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1000)
    throw new Refusal('argument', `timeout_ms: must be a whole number from 1000, got ${timeoutMs}`);
  if (timeoutMs > settings.maxTimeoutMs)
    throw new Refusal('argument', `timeout_ms: at most ${settings.maxTimeoutMs}, got ${timeoutMs}`);
  return timeoutMs;
}

function checkWord(name: string, value: string | undefined): void {
  if (value === undefined) return;
  if (value.trim() === '') throw new Refusal('argument', `${name}: must not be blank`);
  if (value.startsWith('-'))
    throw new Refusal('argument', `${name}: must not start with "-", got ${JSON.stringify(value.slice(0, 100))}`);
}

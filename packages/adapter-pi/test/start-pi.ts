import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Action, Codec, Event, Image, LaunchPlan, SettledEvent, Setup } from '@agentmount/core';
import { type TranscriptLine, watchCodec } from '@agentmount/core/testing';
import { type AgentHome, type LineProcess, startLineProcess, waitFor } from '@agentmount/testkit';
import { piAdapter } from '../src/adapter.js';
import type { PiOptions } from '../src/options.js';

/** What a test may say about a run; the rest is the default. */
export interface StartOptions {
  readonly transport?: 'rpc' | 'print';
  readonly session?: string;
  readonly model?: string;
  readonly options?: PiOptions;
  readonly systemPromptAppend?: string;
  readonly approvalMs?: number;
  readonly presetSession?: string;
  readonly cwd?: string;
}

/** A real pi, driven by nothing but its codec. */
export interface StartedPi extends AsyncDisposable {
  readonly plan: LaunchPlan;
  readonly process: LineProcess;
  /** Everything the codec has answered, in order. */
  readonly actions: readonly Action[];
  /** The actions that are events. */
  readonly events: readonly Event[];
  /** Frames in and lines out, as a transcript writes them. */
  readonly wire: readonly TranscriptLine[];
  readonly codec: Codec;
  prompt(text: string, images?: readonly Image[]): void;
  interrupt(): void;
  steer(reference: string, text: string): void;
  answer(id: string, allow: boolean): void;
  models(): void;
  /** Keeps what pi says from the codec until the returned function is called. */
  holdOutput(): () => void;
  /** The first event that fits, past or future. */
  event<Type extends Event['type']>(
    type: Type,
    fits?: (event: Extract<Event, { type: Type }>) => boolean,
  ): Promise<Extract<Event, { type: Type }>>;
  /** Waits until `count` prompts have settled, and gives the last one's end. */
  settled(count?: number): Promise<SettledEvent>;
  /** Ends the process and tells the codec. */
  end(): Promise<void>;
}

/** The setup that core would make for `home`. */
async function setupFor(home: AgentHome, given: StartOptions = {}): Promise<Setup<PiOptions>> {
  const cwd = given.cwd ?? home.work;
  const place = { platform: process.platform, home: home.home, environment: home.env };
  const files: Record<string, string> = {};
  for (const path of piAdapter.reads?.(place, cwd) ?? []) {
    const content = await readFile(path, 'utf8').catch(() => undefined);
    if (content !== undefined) files[path] = content;
  }
  return {
    transport: given.transport ?? 'rpc',
    cwd,
    options: piAdapter.options.parse(given.options ?? {}),
    approvalMs: given.approvalMs ?? 60_000,
    machine: { ...place, files },
    ...(given.model !== undefined && { model: given.model }),
    ...(given.systemPromptAppend !== undefined && { systemPromptAppend: given.systemPromptAppend }),
    ...(given.presetSession !== undefined && { presetSession: given.presetSession }),
  };
}

/** Starts pi and opens its codec; the codec is watched for every rule of the contract. */
export async function startPi(home: AgentHome, given: StartOptions = {}): Promise<StartedPi> {
  const setup = await setupFor(home, given);
  const plan = given.session === undefined ? piAdapter.launch(setup) : piAdapter.resume(setup, given.session);
  const codec = watchCodec(piAdapter.parse(plan), { sessionId: piAdapter.sessionId });
  const files = await writeFiles(home, plan);
  const child = await startLineProcess({
    command: home.bin,
    args: plan.args.map((argument) => argument.replaceAll('{files}', files)),
    env: { ...home.env, ...plan.env },
    cwd: plan.cwd,
  });
  const actions: Action[] = [];
  const wire: TranscriptLine[] = [];
  let failure: unknown;
  let gone = false;
  let kept: string[] | undefined;

  function ask(question: () => readonly Action[]): void {
    try {
      const answered = question();
      for (const action of answered) {
        actions.push(action);
        if (action.type === 'send') {
          wire.push({ in: action.line });
          void child.write(`${action.line}\n`).catch(() => undefined);
        } else if (action.type === 'raw') {
          wire.push({ raw: action.text });
          void child.write(action.text).catch(() => undefined);
        } else if (action.type === 'close') {
          wire.push({ close: true });
          child.endInput();
        }
      }
    } catch (error) {
      failure ??= error;
    }
  }
  const events = (): readonly Event[] =>
    actions.filter(
      (action): action is Event => action.type !== 'send' && action.type !== 'raw' && action.type !== 'close',
    );
  const call = (line: TranscriptLine, question: () => readonly Action[]) => {
    wire.push(line);
    ask(question);
  };
  const state = () => `${JSON.stringify(events().slice(-8)).slice(0, 3000)}; stderr: ${child.stderr().slice(-1000)}`;
  const until = <Value>(what: string, find: () => Value | undefined | false): Promise<Value> =>
    waitFor(
      () => {
        if (failure !== undefined) throw failure;
        return find();
      },
      { timeoutMs: 90_000, what: () => `${what}; the last events: ${state()}` },
    );

  ask(() => codec.open());
  const hear = (line: string) => {
    wire.push({ out: line });
    ask(() => codec.frame(line));
  };
  child.onLine((line) => {
    if (kept) kept.push(line);
    else hear(line);
  });
  const exited = child.exited.then(async ({ code, signal }) => {
    if (gone) return;
    gone = true;
    // The rest of the pipe is read in the same moment as the exit is told.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stderr = child.stderr();
    if (stderr !== '') wire.push({ err: stderr });
    call({ exit: { code, signal } }, () => codec.exit({ code, signal, stderr }));
  });
  const end = async () => {
    await child.dispose();
    await exited;
    if (failure !== undefined) throw failure;
  };
  return {
    plan,
    process: child,
    codec,
    actions,
    wire,
    get events() {
      return events();
    },
    prompt: (text, images) =>
      call({ do: 'prompt', text, ...(images && { images }) }, () =>
        codec.prompt({ ...setup, text, ...(images && { images }) }),
      ),
    interrupt: () => call({ do: 'interrupt' }, () => piAdapter.interrupt(codec) ?? []),
    steer: (reference, text) => call({ do: 'steer', reference, text }, () => codec.steer?.(reference, text) ?? []),
    answer: (id, allow) => call({ do: 'answer', id, allow, reason: '' }, () => codec.answer?.(id, allow, '') ?? []),
    holdOutput: () => {
      kept = [];
      return () => {
        const lines = kept ?? [];
        kept = undefined;
        for (const line of lines) hear(line);
      };
    },
    models: () => call({ do: 'models' }, () => codec.models?.() ?? []),
    event: (type, fits = () => true) =>
      until(`an event ${type}`, () =>
        events().find(
          (event): event is Extract<Event, { type: typeof type }> => event.type === type && fits(event as never),
        ),
      ),
    settled: (count = 1) =>
      until(
        `${count} settled`,
        () => events().filter((event): event is SettledEvent => event.type === 'settled')[count - 1],
      ),
    end,
    [Symbol.asyncDispose]: end,
  };
}

async function writeFiles(home: AgentHome, plan: LaunchPlan): Promise<string> {
  await mkdir(join(home.directory, 'files'), { recursive: true });
  const folder = await mkdtemp(join(home.directory, 'files', 'plan-'));
  for (const [name, content] of Object.entries(plan.files ?? {}))
    await writeFile(join(folder, name), content, { mode: 0o600 });
  return folder;
}

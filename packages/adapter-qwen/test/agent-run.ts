import type { Action, Codec, Event, Exit, LaunchPlan, Setup } from '@agentmount/core';
import { type AgentHome, type LineProcess, startLineProcess, waitFor } from '@agentmount/testkit';
import { type QwenOptions, qwenAdapter } from '../src/index.js';

/** What to run. */
export interface AgentRunOptions {
  readonly transport?: 'stream' | 'print';
  readonly options?: QwenOptions;
  readonly model?: string;
  readonly systemPromptAppend?: string;
  readonly session?: string;
  readonly presetSession?: string;
  readonly approvalMs?: number;
  /** Arguments of the test's own, after the plan's. */
  readonly args?: readonly string[];
}

/** One line of a recording: what was read, written or asked, in order. */
export type Recorded = Readonly<Record<string, unknown>>;

/** The real qwen and the adapter's codec, with nothing of core between them. */
export interface AgentRun extends AsyncDisposable {
  readonly plan: LaunchPlan;
  readonly process: LineProcess;
  readonly events: readonly Event[];
  readonly recorded: readonly Recorded[];
  /** The first event from `from` on that fits; rejects when the process ends first. */
  until<Type extends Event['type']>(
    type: Type,
    fits?: (event: Event & { type: Type }) => boolean,
    from?: number,
  ): Promise<Event & { type: Type }>;
  /** Waits for ready, prompts, and resolves with everything up to the prompt's end. */
  turn(text: string, meanwhile?: (from: number) => Promise<void>): Promise<readonly Event[]>;
  prompt(text: string): void;
  interrupt(): void;
  answer(id: string, allow: boolean, reason: string): void;
  models(): void;
  /** Closes stdin, waits for the exit, hands it to the codec. */
  end(): Promise<Exit>;
}

const MOST_WAIT = 110_000;

export function qwenSetup(home: AgentHome, run: AgentRunOptions = {}): Setup<QwenOptions> {
  return {
    transport: run.transport ?? 'stream',
    cwd: home.work,
    options: qwenAdapter.options.parse({ approval_mode: 'yolo', ...run.options }),
    approvalMs: run.approvalMs ?? 60_000,
    ...(run.model === undefined ? {} : { model: run.model }),
    ...(run.systemPromptAppend === undefined ? {} : { systemPromptAppend: run.systemPromptAppend }),
    ...(run.presetSession === undefined ? {} : { presetSession: run.presetSession }),
    machine: { platform: process.platform, home: home.home, environment: home.env, files: {} },
  };
}

/** Starts qwen as the adapter plans it. */
export async function startRun(home: AgentHome, run: AgentRunOptions = {}): Promise<AgentRun> {
  const setup = qwenSetup(home, run);
  const refused = qwenAdapter.refuses?.(setup);
  if (refused !== undefined) throw new Error(`refused: ${refused}`);
  const plan = run.session === undefined ? qwenAdapter.launch(setup) : qwenAdapter.resume(setup, run.session);
  const codec: Codec = qwenAdapter.parse(plan);
  const child = await startLineProcess({
    command: home.bin,
    args: [...plan.args, ...(run.args ?? [])],
    env: { ...home.env, ...plan.env },
    cwd: plan.cwd,
  });
  const events: Event[] = [];
  const recorded: Recorded[] = [];
  let exit: Exit | undefined;
  let read = 0;

  function carryOut(actions: readonly Action[]): void {
    for (const action of actions) {
      if (action.type === 'send' || action.type === 'raw') {
        const line = action.type === 'send' ? action.line : action.text;
        recorded.push(action.type === 'send' ? { in: line } : { raw: line });
        // A write to a process that has ended is no concern of the codec's: its exit is.
        child.write(action.type === 'send' ? `${line}\n` : line).catch(() => undefined);
      } else if (action.type === 'close') {
        recorded.push({ close: true });
        child.endInput();
      } else {
        events.push(action);
      }
    }
  }

  function take(line: string): void {
    read += 1;
    recorded.push({ out: line });
    carryOut(codec.frame(line));
  }

  for (const line of child.lines) take(line);
  child.onLine(take);
  carryOut(codec.open());

  async function finished(): Promise<Exit> {
    const { code, signal } = await child.waitForExit(MOST_WAIT);
    await waitFor(() => read === child.lines.length, { what: 'the rest of stdout' });
    await Promise.race([child.outputEnded, new Promise((resolve) => setTimeout(resolve, 500))]);
    if (exit === undefined) {
      exit = { code, signal, stderr: child.stderr() };
      if (exit.stderr !== '') recorded.push({ err: exit.stderr });
      recorded.push({ exit: { code, signal } });
      carryOut(codec.exit(exit));
    }
    return exit;
  }
  void child.exited.then(finished);

  const until: AgentRun['until'] = async (type, fits = () => true, from = 0) => {
    const found = () => events.slice(from).find((event) => event.type === type && fits(event as never));
    await waitFor(() => found() !== undefined || exit !== undefined, {
      timeoutMs: MOST_WAIT,
      what: () =>
        `event ${type}; the last ones: ${JSON.stringify(events.slice(-5))}; stderr: ${child.stderr().slice(0, 500)}`,
    });
    const event = found();
    if (event === undefined)
      throw new Error(
        `no event ${type} before the exit ${JSON.stringify(exit)}: ${JSON.stringify(events.slice(from))}`,
      );
    return event as never;
  };

  function prompt(text: string): void {
    recorded.push({ do: 'prompt', text });
    carryOut(codec.prompt({ ...setup, text }));
  }

  return {
    plan,
    process: child,
    events,
    recorded,
    until,
    prompt,
    async turn(text, meanwhile) {
      await until('ready', undefined, Math.max(0, events.length - 1));
      const from = events.length;
      prompt(text);
      await meanwhile?.(from);
      await until('settled', undefined, from);
      const end = events.findIndex((event, at) => at >= from && event.type === 'settled');
      return events.slice(from, end + 1);
    },
    interrupt() {
      recorded.push({ do: 'interrupt' });
      carryOut(qwenAdapter.interrupt(codec) ?? []);
    },
    answer(id, allow, reason) {
      recorded.push({ do: 'answer', id, allow, reason });
      carryOut(codec.answer?.(id, allow, reason) ?? []);
    },
    models() {
      recorded.push({ do: 'models' });
      carryOut(codec.models?.() ?? []);
    },
    async end() {
      child.endInput();
      return finished();
    },
    async [Symbol.asyncDispose]() {
      child.endInput();
      if (exit === undefined) child.kill('SIGTERM');
      await child.dispose();
    },
  };
}

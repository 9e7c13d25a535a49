import type { Action, Codec, Exit } from '../../../src/index.js';

/** What the altered codec was asked. */
export interface Asked {
  readonly call: keyof Codec;
  /** First argument: the line of a frame, an id, a reference. */
  readonly first: string;
  /** Type of the frame, '' when there is none. */
  readonly frame: string;
  /** How the process went away, for `exit`. */
  readonly exit: Exit | undefined;
  /** Whether a prompt ran before the call, by what the codec had said. */
  readonly running: boolean;
  /** Whether the codec had ever said ready before the call. */
  readonly ready: boolean;
}

/** Makes a codec faulty: whatever it answers goes through `change` first. */
export type Fault = (codec: Codec) => Codec;

/** A codec with the same methods as `codec`, whose answers are what `change` makes of them. */
export function alterCodec(
  codec: Codec,
  change: (actions: readonly Action[], asked: Asked) => readonly unknown[] | undefined,
): Codec {
  let running = false;
  let ready = false;
  const altered: Record<string, unknown> = {};
  for (const call of ['open', 'frame', 'lost', 'prompt', 'exit', 'interrupt', 'steer', 'answer', 'models'] as const) {
    if (!codec[call]) continue;
    altered[call] = (...details: readonly unknown[]) => {
      const method = codec[call] as (...details: unknown[]) => readonly Action[];
      const actions = method.apply(codec, [...details]);
      const first = String(details[0]);
      const frame = call === 'frame' ? (/^\{"type":"(\w+)"/.exec(first)?.[1] ?? '') : '';
      const exit = call === 'exit' ? (details[0] as Exit) : undefined;
      const asked: Asked = { call, first, frame, exit, running, ready };
      if (call === 'prompt') running = true;
      if (actions.some(({ type }) => type === 'settled')) running = false;
      if (actions.some(({ type }) => type === 'ready')) ready = true;
      return change(actions, asked);
    };
  }
  return altered as unknown as Codec;
}

/** A fault that is in single actions, wherever they come. */
export function alterActions(change: (action: Action, asked: Asked, actions: readonly Action[]) => unknown): Fault {
  return (codec) =>
    alterCodec(codec, (actions, asked) => actions.flatMap((action) => change(action, asked, actions) as Action));
}

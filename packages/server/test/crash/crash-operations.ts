import { setTimeout as delay } from 'node:timers/promises';
import type { Called, CrashServer } from './crash-server.js';
import type { CrashWorld } from './crash-world.js';
import type { SeededRandom } from './seeded-random.js';

/** Something that a host does; resolves when it is over, or when the server has died. */
export interface Operation {
  readonly name: string;
  run(server: CrashServer): Promise<void>;
}

const PROMPTS = ['answer', 'work 20', 'work 150', 'work 400', 'die'];

/** Chooses what one host does in a round: one or two things at once. All choices are made here, so that a seed means the same operations. */
export function chooseOperations(world: CrashWorld, random: SeededRandom): readonly Operation[] {
  return Array.from({ length: 1 + random.whole(2) }, () => chooseOperation(world, random));
}

function chooseOperation(world: CrashWorld, random: SeededRandom): Operation {
  const prompt = random.pick(PROMPTS);
  const place = random.whole(1_000);
  const pause = random.whole(200);
  const known = () => [...world.told][place % Math.max(1, world.told.size)];
  const start = {
    name: `start(${prompt})`,
    run: async (server: CrashServer) => void (await server.call('qwen', { prompt })),
  };
  const reply = {
    name: `reply(${prompt})`,
    async run(server: CrashServer) {
      const session = known();
      if (session !== undefined) await server.call('qwen_reply', { session, prompt });
    },
  };
  const wait = {
    name: `wait(${prompt})`,
    async run(server: CrashServer) {
      const turn = turnOf(await server.call('qwen', { prompt, wait_ms: 0 }));
      if (turn !== undefined) await server.call('qwen_wait', { turn });
    },
  };
  const sends = (['abort', 'steer', 'follow_up'] as const).map((command) => ({
    name: `send(${command})`,
    run: (server: CrashServer) => send(server, command, pause),
  }));
  const others = [
    { name: 'models', run: async (server: CrashServer) => void (await server.call('qwen_models', {})) },
    { name: 'sessions', run: async (server: CrashServer) => void (await server.call('qwen_sessions', {})) },
    {
      name: 'close',
      async run(server: CrashServer) {
        void server.call('qwen', { prompt: 'hang' });
        await delay(pause);
        server.raw.endInput();
        await server.raw.exited;
      },
    },
  ];
  return random.pick([start, start, start, reply, reply, reply, reply, wait, wait, ...sends, ...others]);
}

/** A turn that goes on until something is sent into it. */
async function send(server: CrashServer, command: 'abort' | 'steer' | 'follow_up', pause: number): Promise<void> {
  const turn = turnOf(await server.call('qwen', { prompt: 'hang', wait_ms: 0 }));
  if (turn === undefined) return;
  await delay(pause);
  await server.call('qwen_send', { turn, command, ...(command === 'abort' ? {} : { message: 'answer this' }) });
  const waited = await server.call('qwen_wait', { turn, wait_ms: 300 });
  if (waited === 'died' || waited.facts.status === 'completed') return;
  // What follows a prompt that never ends is never begun; a steer before the prompt has begun follows it.
  await server.call('qwen_send', { turn, command: 'abort' });
  await server.call('qwen_wait', { turn });
}

function turnOf(called: Called): string | undefined {
  return called === 'died' ? undefined : called.facts.turn;
}

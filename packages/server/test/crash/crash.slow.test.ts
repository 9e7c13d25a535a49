import { setTimeout as delay } from 'node:timers/promises';
import { describeProcess, waitFor } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { chooseOperations, type Operation } from './crash-operations.js';
import type { CrashServer } from './crash-server.js';
import { CrashWorld } from './crash-world.js';
import { type SeededRandom, seededRandom } from './seeded-random.js';

const SEED = Number(process.env.AGENTMOUNT_CRASH_SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.AGENTMOUNT_CRASH_ROUNDS ?? 200);
const SERVERS = 3;
/** What nothing may outlive its server by, ms. */
const LONGEST_LIFE = 5_000;

/** What one round does; the same for the same seed. */
interface Round {
  readonly number: number;
  readonly victim: number;
  /** What is killed, and when, ms after the operations began. */
  readonly kill: 'server' | 'agent';
  readonly after: number;
}

it(`loses nothing and leaves nothing in ${ROUNDS} crashes (AGENTMOUNT_CRASH_SEED=${SEED})`, async () => {
  await using world = await CrashWorld.create(SERVERS);
  let slowest = 0;
  for (let number = 0; number < ROUNDS; number += 1) {
    const random = seededRandom(SEED + number);
    const round: Round = {
      number,
      victim: random.whole(SERVERS),
      kill: random.chance(0.65) ? 'server' : 'agent',
      after: random.whole(random.chance(0.5) ? 100 : 600),
    };
    const operations = world.servers.map(() => chooseOperations(world, random));
    const names = operations.map((list) => list.map(({ name }) => name).join(' + ')).join(', ');
    const told = `round ${number} of seed ${SEED}: ${names}; ${round.kill} of ${round.victim} after ${round.after} ms`;
    try {
      slowest = Math.max(slowest, await play(world, round, operations, random));
    } catch (error) {
      throw new Error(`${told}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  await resumeSome(world, 25);
  for (const server of world.servers) server.raw.endInput();
  await Promise.all(world.servers.map(({ raw }) => raw.waitForExit()));
  await world.setup.expectNothing();
  expect(await world.stateFiles('slots')).toEqual([]);
  process.stdout.write(
    `crash test: seed ${SEED}, ${ROUNDS} rounds, ${world.told.size} sessions, the last process of a killed server gone after ${slowest} ms at most\n`,
  );
}, 3_600_000);

/** Plays one round and judges what is left. @returns how long the killed server's processes lived on, ms */
async function play(
  world: CrashWorld,
  round: Round,
  operations: readonly (readonly Operation[])[],
  random: SeededRandom,
): Promise<number> {
  const running = world.servers.flatMap((server, place) =>
    operations[place]?.map((operation) => operation.run(server)),
  );
  await delay(round.after);
  const victim = serverAt(world, round.victim);
  let lived = 0;
  if (round.kill === 'agent') await world.killAgent(victim, random);
  else {
    victim.raw.kill('SIGKILL');
    lived = await buried(world, victim);
  }
  await Promise.all(running);
  for (const [place, server] of world.servers.entries()) {
    if (!server.dead) continue;
    await buried(world, server);
    await server.raw.dispose();
    world.servers[place] = await world.startServer(place);
  }
  await judge(world, random);
  return lived;
}

/** Waits until nothing of a dead server is left. @returns how long that took, ms */
async function buried(world: CrashWorld, server: CrashServer): Promise<number> {
  const since = performance.now();
  let left: string[] = [];
  await waitFor(
    async () => {
      left = (await world.processesOf(server)).map(describeProcess);
      return left.length === 0;
    },
    { timeoutMs: LONGEST_LIFE, what: () => `nothing of ${server.name} to be left, but there is:\n${left.join('\n')}` },
  );
  return Math.round(performance.now() - since);
}

/** No session is lost, none is held by the dead, and there is a slot. */
async function judge(world: CrashWorld, random: SeededRandom): Promise<void> {
  expect(await world.strays()).toEqual([]);
  const indexed = await world.indexed();
  expect([...world.told].filter((session) => !indexed.has(session))).toEqual([]);
  const session = random.chance(0.1) ? undefined : [...world.told][random.whole(Math.max(1, world.told.size))];
  await resume(random.pick(world.servers), session);
}

async function resume(server: CrashServer, session: string | undefined): Promise<void> {
  const called =
    session === undefined
      ? await server.call('qwen', { prompt: 'answer' })
      : await server.call('qwen_reply', { session, prompt: 'answer' });
  if (called === 'died') throw new Error(`${server.name} died by itself: ${server.raw.stderr()}`);
  if (!called.text.includes('heard "answer"')) throw new Error(`${session ?? 'a new session'}: ${called.text}`);
  expect(called.text).not.toContain('[warning');
}

async function resumeSome(world: CrashWorld, count: number): Promise<void> {
  const random = seededRandom(SEED);
  for (let index = 0; index < count && world.told.size > 0; index += 1)
    await resume(random.pick(world.servers), random.pick([...world.told]));
}

function serverAt(world: CrashWorld, place: number): CrashServer {
  const server = world.servers[place];
  if (server === undefined) throw new RangeError(`there is no server ${place}`);
  return server;
}

import { syncBuiltinESMExports } from 'node:module';

/** What a pure function may not look at. Thrown at the place that looked. */
export class AmbientError extends Error {
  override readonly name = 'AmbientError';
}

/**
 * Runs `run` while the environment, the working directory, the platform, clocks, timers, random numbers, the file system and the
 * facts about the machine are out of reach. `run` must be synchronous: the traps are in the way of everything in the process.
 *
 * @param random true: random numbers may be drawn
 * Returns what `run` returns. Throws an {@link AmbientError} that names what was looked at, also when `run` caught it.
 */
export function withAmbientTraps<Result>(run: () => Result, random = false): Result {
  const undo: (() => void)[] = [];
  let touched: AmbientError | undefined;
  const trip = (what: string): never => {
    touched ??= new AmbientError(what);
    throw touched;
  };
  const replace = (target: object, key: string, descriptor: PropertyDescriptor): void => {
    const before = Object.getOwnPropertyDescriptor(target, key);
    Object.defineProperty(target, key, { ...descriptor, configurable: true });
    undo.push(() => {
      if (before) Object.defineProperty(target, key, before);
      else Reflect.deleteProperty(target, key);
    });
  };
  const trapCall = (target: object, key: string, what: string): void =>
    replace(target, key, { value: () => trip(what), writable: true });
  const trapRead = (target: object, key: string, what: string): void => replace(target, key, { get: () => trip(what) });

  try {
    for (const key of ['env', 'platform', 'arch', 'argv', 'pid']) trapRead(process, key, `process.${key}`);
    for (const key of ['cwd', 'hrtime', 'uptime']) trapCall(process, key, `process.${key}`);
    for (const key of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'])
      trapCall(globalThis, key, key);
    trapCall(performance, 'now', 'performance.now');
    if (!random) {
      trapCall(Math, 'random', 'Math.random');
      for (const key of ['getRandomValues', 'randomUUID']) trapCall(crypto, key, `crypto.${key}`);
    }
    replace(globalThis, 'Date', { value: trappedDate(trip), writable: true });
    for (const name of random ? (['fs', 'os'] as const) : (['fs', 'os', 'crypto'] as const)) {
      const module = process.getBuiltinModule(`node:${name}`) as object;
      for (const key of functionsOf(module)) trapCall(module, key, `${name}.${key}`);
    }
    // Without it, `import { readFileSync } from 'node:fs'` would still name the real function.
    syncBuiltinESMExports();
    const result = run();
    if (touched) throw touched;
    return result;
  } catch (error) {
    throw touched ?? error;
  } finally {
    for (const restore of undo.reverse()) restore();
    syncBuiltinESMExports();
  }
}

/** A date that is given is as good as any data; only the present one is out of reach. */
function trappedDate(trip: (what: string) => never): DateConstructor {
  return new Proxy(Date, {
    apply: () => trip('Date()'),
    construct: (target, details, self) =>
      details.length === 0 ? trip('new Date()') : Reflect.construct(target, details, self),
    get: (target, key, self) => (key === 'now' ? () => trip('Date.now') : Reflect.get(target, key, self)),
  });
}

function functionsOf(module: object): readonly string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(module))
    .filter(([key, { value, writable }]) => typeof value === 'function' && writable === true && /^[a-z]/.test(key))
    .map(([key]) => key);
}

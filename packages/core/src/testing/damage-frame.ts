import type { Random } from './random.js';

/** Lines that are JSON or nearly so, and no frame of any agent. Some are names that every object inherits. */
const STRANGE = [
  '',
  ' ',
  'not JSON',
  '{',
  '\u0000',
  'null',
  'true',
  '42',
  '"text"',
  '[]',
  '[null]',
  '{}',
  '{"type":null}',
  '{"type":5}',
  '{"type":""}',
  '{"type":{}}',
  '{"type":"__proto__"}',
  '{"type":"constructor"}',
  '{"type":"toString"}',
  '{"type":"a_type_that_does_not_exist","data":{"deep":[1,2,3]}}',
  '{"jsonrpc":"2.0","id":null,"result":null}',
  '{"jsonrpc":"2.0","id":999999,"result":{}}',
  '{"jsonrpc":"2.0","id":999999,"error":null}',
  '{"jsonrpc":"2.0","id":7,"method":"a/method/that/does/not/exist","params":{}}',
  '{"jsonrpc":"2.0","method":"constructor","params":null}',
];

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'x',
  'two\nlines.',
  [],
  {},
  [null],
  undefined,
];

/** A line that no agent says. */
export function strangeFrame(random: Random): string {
  return random.pick(STRANGE);
}

/** The beginning of a frame. */
export function truncated(random: Random, frame: string): string {
  return frame.slice(0, random.below(frame.length));
}

/** A frame of an unknown type: what names its kind is replaced. Unchanged when it is not a JSON object. */
export function retyped(random: Random, frame: string): string {
  const value = parsed(frame);
  if (!isObject(value)) return frame;
  const names = ['type', 'method', 'subtype'].filter((name) => name in value);
  if (names.length === 0) return frame;
  return JSON.stringify({ ...value, [random.pick(names)]: 'a_type_that_does_not_exist' });
}

/** A frame with one value somewhere inside replaced or removed. Unchanged when it is not a JSON object or array. */
export function reshaped(random: Random, frame: string): string {
  const root = parsed(frame);
  let place = root;
  while (isContainer(place)) {
    const keys = Object.keys(place);
    if (keys.length === 0) break;
    const key = random.pick(keys);
    const inner = (place as Record<string, unknown>)[key];
    if (isContainer(inner) && Object.keys(inner).length > 0 && random.chance(0.7)) {
      place = inner;
      continue;
    }
    // `undefined` vanishes from an object, and becomes null in an array.
    (place as Record<string, unknown>)[key] = random.pick(VALUES);
    return JSON.stringify(root);
  }
  return frame;
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

import type { Action, Model } from '../contract/event.js';
import type { Failure, FailureClass } from '../contract/failure.js';

type Check = (value: unknown) => boolean;

interface Field {
  readonly check: Check;
  readonly optional: boolean;
}

/** A check for every field of a type, so that a field added to the contract does not compile until it is checked here. */
type Fields<Type> = { readonly [Key in Exclude<keyof Type, 'type'>]-?: Field };

const must = (check: Check): Field => ({ check, optional: false });
const may = (check: Check): Field => ({ check, optional: true });

const text: Check = (value) => typeof value === 'string';
const filled: Check = (value) => typeof value === 'string' && value !== '';
const flag: Check = (value) => typeof value === 'boolean';
const figure: Check = (value) => typeof value === 'number';
const anything: Check = () => true;
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);

const MODEL: Fields<Model> = {
  id: must(filled),
  name: may(text),
  provider: may(text),
  contextWindow: may(figure),
  maxOutput: may(figure),
  thinking: may(flag),
  images: may(flag),
  current: may(flag),
};

const FAILURE: Fields<Failure> = { class: must(text), message: must(text), remedy: may(text) };

const ACTIONS: { readonly [Type in Action['type']]: Fields<Extract<Action, { type: Type }>> } = {
  send: { line: must(text) },
  raw: { text: must(text) },
  close: {},
  ready: {},
  session: { id: must(text), fresh: may(flag) },
  model: { id: must(filled) },
  text: { channel: must(oneOf('answer', 'thought')), text: must(text) },
  tool: {
    phase: must(oneOf('start', 'update', 'end')),
    id: may(anything),
    name: may(text),
    input: may(anything),
    ok: may(flag),
    nested: may(flag),
  },
  file: { path: must(filled) },
  approval: { id: must(filled), tool: must(text), input: must(anything) },
  withdrawn: { id: must(filled) },
  usage: {
    scope: must(oneOf('step', 'prompt', 'total')),
    input: must(figure),
    output: must(figure),
    cost: may(figure),
  },
  rounds: { scope: must(oneOf('step', 'prompt')), count: must(figure) },
  steer: { reference: must(text), state: must(oneOf('accepted', 'delivered', 'missed')) },
  models: {
    models: must((value) => Array.isArray(value) && value.every((model) => fault(model, MODEL) === undefined)),
  },
  notice: { level: must(oneOf('info', 'warning', 'retry')), text: must(filled) },
  unknown: { frame: must(text) },
  settled: {
    outcome: must(oneOf('completed', 'failed', 'interrupted')),
    answer: may(text),
    failure: may((value) => fault(value, FAILURE) === undefined),
  },
};

const CLASSES: Readonly<Record<FailureClass, true>> = {
  auth: true,
  rate: true,
  model: true,
  'session-unknown': true,
  protocol: true,
  spawn: true,
  timeout: true,
  limit: true,
  agent: true,
};

/** What is wrong with the form of `action`, or nothing. Rules with an id of their own (a tool's id, a figure's value) are not judged here. */
export function actionFault(action: unknown): string | undefined {
  if (typeof action !== 'object' || action === null) return `an action is an object, not ${String(action)}`;
  const type = (action as { readonly type?: unknown }).type;
  if (typeof type !== 'string' || !Object.hasOwn(ACTIONS, type)) return `no action has the type ${String(type)}`;
  const problem = fault(action, ACTIONS[type as Action['type']], true);
  return problem === undefined ? undefined : `${type}: ${problem}`;
}

export function isFailureClass(value: string): value is FailureClass {
  return Object.hasOwn(CLASSES, value);
}

function fault(value: unknown, fields: Readonly<Record<string, Field>>, typed = false): string | undefined {
  if (typeof value !== 'object' || value === null) return 'not an object';
  const record = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const field = fields[name] as Field;
    const present = Object.hasOwn(record, name);
    if (!present && !field.optional) return `needs "${name}"`;
    if (present && !field.check(record[name])) return `wrong "${name}": ${show(record[name])}`;
  }
  for (const name in record) {
    if (typed && name === 'type') continue;
    if (!Object.hasOwn(fields, name)) return `unknown field "${name}"`;
  }
  return undefined;
}

function show(value: unknown): string {
  return value === undefined ? 'undefined' : (JSON.stringify(value) ?? String(value)).slice(0, 80);
}

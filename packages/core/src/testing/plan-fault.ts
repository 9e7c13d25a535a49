import { posix, win32 } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { LaunchRuleId } from './launch-rules.js';

/** A rule that a plan breaks by itself. */
export interface PlanFault {
  readonly id: LaunchRuleId;
  readonly detail: string;
}

const FIELDS = new Set(['transport', 'args', 'env', 'cwd', 'files', 'handshake']);

/** The first rule that the content of a plan of `transport` breaks. */
export function planFault(plan: LaunchPlan, transport: string, platform: NodeJS.Platform): PlanFault | undefined {
  return shapeFault(plan, transport) ?? plainFault(plan) ?? wordFault(plan) ?? placeFault(plan, platform);
}

function shapeFault(plan: LaunchPlan, transport: string): PlanFault | undefined {
  const fault = (detail: string): PlanFault => ({ id: 'plan-shape', detail });
  if (!isRecord(plan)) return fault('a plan is an object');
  const strange = Object.keys(plan).find((field) => !FIELDS.has(field));
  if (strange !== undefined) return fault(`unknown field "${strange}"`);
  if (plan.transport !== transport)
    return fault(`transport ${JSON.stringify(plan.transport)} in a plan of ${transport}`);
  if (!Array.isArray(plan.args)) return fault('args is no array');
  if (!isRecord(plan.env)) return fault('env is no object');
  if (typeof plan.cwd !== 'string') return fault('cwd is no string');
  if (plan.files !== undefined && !isRecord(plan.files)) return fault('files is no object');
  return undefined;
}

function plainFault(plan: LaunchPlan): PlanFault | undefined {
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(plan));
  } catch (error) {
    return { id: 'plan-plain', detail: String(error) };
  }
  return isDeepStrictEqual(copy, plan)
    ? undefined
    : { id: 'plan-plain', detail: `after a round trip it is ${JSON.stringify(copy)}` };
}

function wordFault(plan: LaunchPlan): PlanFault | undefined {
  const wrong = [...plan.args, ...Object.values(plan.env)].find(
    (word) => typeof word !== 'string' || word.includes('\0'),
  );
  if (wrong !== undefined) return { id: 'plan-words', detail: `${JSON.stringify(wrong)} as an argument or a variable` };
  const name = Object.keys(plan.env).find((variable) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable));
  return name === undefined
    ? undefined
    : { id: 'plan-words', detail: `${JSON.stringify(name)} as the name of a variable` };
}

function placeFault(plan: LaunchPlan, platform: NodeJS.Platform): PlanFault | undefined {
  if (!(platform === 'win32' ? win32 : posix).isAbsolute(plan.cwd))
    return { id: 'plan-directory', detail: JSON.stringify(plan.cwd) };
  const files = Object.entries(plan.files ?? {});
  const odd = files.find(([name, content]) => !/^[A-Za-z0-9_][\w.-]*$/.test(name) || typeof content !== 'string');
  if (odd) return { id: 'plan-files', detail: `${JSON.stringify(odd[0])} as the name of a file` };
  const named = [...plan.args, ...Object.values(plan.env)].some((word) => word.includes('{files}'));
  if (files.length > 0 && !named) return { id: 'plan-files', detail: 'there are files, and nothing says {files}' };
  if (files.length === 0 && named) return { id: 'plan-files', detail: '{files} stands in it, and there are none' };
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

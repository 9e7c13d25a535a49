import type { LaunchPlan, Setup } from '@agentmount/core';
import type { CodexOptions, Sandbox } from './options.js';

/** What the exec codec needs to know of a plan. */
export interface ExecHandshake {
  /** The session that it continues. */
  readonly session?: string;
  readonly sandbox: Sandbox;
}

/** Most bytes of one argument that every system takes with room to spare (Linux: 128 KiB). */
const ARGUMENT_MOST = 100_000;
const SCHEMA_FILE = 'output-schema.json';

/** What may be touched: nothing given means nothing allowed. */
export function sandboxOf({ sandbox }: CodexOptions): Sandbox {
  return sandbox ?? 'read-only';
}

/** The plan of an app-server process. Nothing but its directory is in it: session, model and permissions come with the prompt. */
export function launchAppServer(setup: Setup<CodexOptions>): LaunchPlan {
  return { transport: 'app-server', args: ['app-server'], env: {}, cwd: setup.cwd };
}

/**
 * The plan of a one-shot process (codex 0.171.0): its prompt comes from stdin, up to the end. Settings are given as `-c`, because
 * `exec resume` has no flag for the sandbox. Every value stands in one argument with its name.
 */
export function launchExec(setup: Setup<CodexOptions>, session?: string): LaunchPlan {
  const { model, options } = setup;
  const sandbox = sandboxOf(options);
  const settings: Record<string, string> = {
    sandbox_mode: sandbox,
    // Nobody can be asked: what the sandbox does not allow is refused.
    approval_policy: 'never',
    ...(options.effort === undefined ? {} : { model_reasoning_effort: options.effort }),
  };
  const args = ['exec', '--json', '--skip-git-repo-check'];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${JSON.stringify(value)}`);
  if (model !== undefined) args.push(`--model=${model}`);
  if (options.output_schema !== undefined) args.push(`--output-schema={files}/${SCHEMA_FILE}`);
  if (session !== undefined) args.push('resume', session);
  // The prompt is read from stdin.
  args.push('-');
  return {
    transport: 'exec',
    args,
    env: {},
    cwd: setup.cwd,
    ...(options.output_schema === undefined ? {} : { files: { [SCHEMA_FILE]: options.output_schema } }),
    handshake: { sandbox, ...(session === undefined ? {} : { session }) } satisfies ExecHandshake,
  };
}

/** The sentence that refuses what codex could only fail at, or nothing. */
export function refuseSetup({ model, options }: Setup<CodexOptions>): string | undefined {
  if (model?.includes('\0')) return 'model holds a NUL character, which no argument list can carry; remove it.';
  if (model !== undefined && Buffer.byteLength(model) > ARGUMENT_MOST)
    return `model is longer than ${ARGUMENT_MOST} bytes, which no model's name is.`;
  const schema = options.output_schema;
  if (schema !== undefined && readSchema(schema) === undefined)
    return 'output_schema is not the text of a JSON object; give a JSON Schema such as {"type":"object",…}.';
  return undefined;
}

/** The schema that the text holds; undefined when it holds none. */
export function readSchema(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { AgentAdapter } from '../contract/adapter.js';
import type { Codec } from '../contract/codec.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import { REMOTE_MACHINE } from '../contract/remote-machine.js';
import type { Setup } from '../contract/setup.js';
import type { Transport } from '../contract/transport.js';
import { AmbientError, withAmbientTraps } from './ambient-traps.js';
import { deepFreeze } from './deep-freeze.js';
import { LaunchError, type LaunchRuleId } from './launch-rules.js';
import { planFault } from './plan-fault.js';

export interface LaunchCheck<Options> {
  readonly adapter: AgentAdapter<Options>;
  /** Two ids that differ, in the form that the adapter declares. */
  readonly sessions: readonly [string, string];
  /** Setups to try beside a bare one and one with everything that every agent has; each for the transport that it names. */
  readonly setups?: readonly Setup<Options>[];
}

/** Stands for what a caller says in a prompt; in no plan by accident. */
const PROMPT = 'prompt-7f3a9d';
const PRESETS = ['preset-1b6e04', 'preset-58c2d7'] as const;

/**
 * Checks that an adapter's `launch`, `resume` and `parse` are pure, and that the plans keep the contract, for every transport.
 * Returns how many plans were made. Throws a {@link LaunchError} on the first broken rule, and a `TypeError` when the sessions that
 * were given are no ids of the adapter.
 */
export function checkLaunch<Options>(check: LaunchCheck<Options>): { readonly plans: number } {
  return { plans: tryLaunches(check, (error) => fail(error)) };
}

/** As {@link checkLaunch}, and returns what is broken: the first rule for each setup. */
export function findLaunchFaults<Options>(check: LaunchCheck<Options>): readonly LaunchError[] {
  const faults: LaunchError[] = [];
  tryLaunches(check, (error) => faults.push(error));
  return faults;
}

function tryLaunches<Options>(
  { adapter, sessions, setups = [] }: LaunchCheck<Options>,
  broken: (error: LaunchError) => void,
): number {
  const [session, other] = sessions;
  if (session === other || sessions.some((id) => !adapter.sessionId.test(id))) {
    throw new TypeError(`sessions must be two different ids that match ${adapter.sessionId}`);
  }
  let plans = 0;
  for (const transport of adapter.transports) {
    const own = setups.filter((setup) => setup.transport === transport.name);
    for (const setup of [...usualSetups(adapter, transport), ...own]) {
      const maker = new PlanMaker(adapter, transport, setup);
      try {
        maker.checkNew();
        maker.checkSessions(session, other);
        maker.checkPreset();
        maker.checkRemote();
        maker.checkCodec();
      } catch (error) {
        if (!(error instanceof LaunchError)) throw error;
        broken(error);
      }
      plans += maker.made;
    }
  }
  return plans;
}

function fail(error: LaunchError): never {
  throw error;
}

class PlanMaker<Options> {
  made = 0;
  readonly #adapter: AgentAdapter<Options>;
  readonly #transport: Transport<Options>;
  readonly #setup: Setup<Options>;

  constructor(adapter: AgentAdapter<Options>, transport: Transport<Options>, setup: Setup<Options>) {
    this.#adapter = adapter;
    this.#transport = transport;
    this.#setup = setup;
  }

  checkNew(): void {
    const plan = this.#launch(this.#setup);
    this.#equal('plan-repeatable', plan, this.#launch(structuredClone(this.#setup)));
    const task = { ...this.#setup, text: PROMPT, images: [{ mediaType: 'image/png', data: PROMPT }] };
    const withPrompt = this.#launch(task);
    if (JSON.stringify(withPrompt).includes(PROMPT)) this.#fail('plan-no-prompt', 'the text of the prompt is in it');
    this.#equal('plan-no-prompt', plan, withPrompt);
  }

  checkSessions(session: string, other: string): void {
    const plan = this.#launch(this.#setup, session);
    this.#equal('plan-repeatable', plan, this.#launch(structuredClone(this.#setup), session));
    const { resume } = this.#adapter;
    this.#equal(
      'resume-launches',
      plan,
      this.#pure(() => resume.call(this.#adapter, this.#setup, session)),
    );
    if (this.#transport.resumesByPrompt === true) {
      this.#equal('plan-session', plan, this.#launch(this.#setup));
      return;
    }
    if (!JSON.stringify(plan).includes(session))
      this.#fail('plan-session', 'the plan that continues a session does not name it');
    if (JSON.stringify(this.#launch(this.#setup)).includes(session))
      this.#fail('plan-session', 'a plan of a new session names another');
    this.#equal('plan-session', renamed(plan, session, other), this.#launch(this.#setup, other));
  }

  checkPreset(): void {
    const plan = this.#launch(this.#setup);
    const [preset, other] = PRESETS;
    const presetPlan = this.#launch({ ...this.#setup, presetSession: preset });
    if (this.#transport.presetsSession !== true) {
      this.#equal('plan-preset', plan, presetPlan);
      return;
    }
    if (!JSON.stringify(presetPlan).includes(preset))
      this.#fail('plan-preset', 'declared, and the id is not in the plan');
    this.#equal(
      'plan-preset',
      renamed(presetPlan, preset, other),
      this.#launch({ ...this.#setup, presetSession: other }),
    );
  }

  checkRemote(): void {
    const { args, env } = this.#launch({ ...this.#setup, machine: REMOTE_MACHINE });
    const place = [...args, ...Object.values(env)].find((word) => word.includes(`${REMOTE_MACHINE.home}/`));
    if (place !== undefined) this.#fail('plan-remote', `${JSON.stringify(place)} lies in a home that nobody knows`);
  }

  checkCodec(): void {
    const plan = deepFreeze(this.#launch(this.#setup));
    const make = (): Codec => {
      try {
        return this.#pure(() => this.#adapter.parse(plan));
      } catch (error) {
        if (error instanceof LaunchError) throw error;
        return this.#fail('parse-plan', `parse threw ${String(error)}`, error);
      }
    };
    const [first, second] = [methodsOf(make()), methodsOf(make())];
    if (first !== second) this.#fail('parse-plan', `the first codec has ${first}, the second one ${second}`);
  }

  #launch(setup: Setup<Options>, session?: string): LaunchPlan {
    this.made += 1;
    const frozen = deepFreeze(setup);
    let plan: LaunchPlan;
    try {
      plan = this.#pure(() =>
        session === undefined ? this.#adapter.launch(frozen) : this.#transport.launch(frozen, session),
      );
    } catch (error) {
      if (error instanceof LaunchError) throw error;
      return this.#fail('launch-total', `launch threw ${String(error)}`, error);
    }
    const fault = planFault(plan, this.#transport.name, setup.machine.platform);
    return fault ? this.#fail(fault.id, fault.detail) : plan;
  }

  #pure<Result>(run: () => Result): Result {
    try {
      return withAmbientTraps(run);
    } catch (error) {
      if (error instanceof AmbientError) return this.#fail('launch-pure', `looks at ${error.message}`, error);
      throw error;
    }
  }

  #equal(id: LaunchRuleId, one: LaunchPlan, other: LaunchPlan): void {
    if (!isDeepStrictEqual(one, other)) this.#fail(id, `${JSON.stringify(one)}\n  and ${JSON.stringify(other)}`);
  }

  #fail(id: LaunchRuleId, detail: string, cause?: unknown): never {
    throw new LaunchError(id, `${this.#adapter.name}, ${this.#transport.name}: ${detail}`, cause);
  }
}

/** A bare setup, and one with everything that every agent has, as far as the transport takes it. */
function usualSetups<Options>(
  adapter: AgentAdapter<Options>,
  { name, refuses = {} }: Transport<Options>,
): readonly Setup<Options>[] {
  const bare: Setup<Options> = {
    transport: name,
    cwd: '/projects/orchard',
    options: adapter.options.parse({}),
    approvalMs: 0,
    machine: { platform: 'linux', home: '/home/person', environment: { PATH: '/usr/bin' }, files: {} },
  };
  const full: Setup<Options> = {
    ...bare,
    ...(!('model' in refuses) && { model: 'some/model-1' }),
    ...(!('system_prompt_append' in refuses) && { systemPromptAppend: 'Be brief.\nBe kind.' }),
    approvalMs: 90_000,
  };
  return [bare, full];
}

/** The same plan with `session` called `other` wherever it stands. */
function renamed(plan: LaunchPlan, session: string, other: string): LaunchPlan {
  return JSON.parse(JSON.stringify(plan).replaceAll(session, other)) as LaunchPlan;
}

function methodsOf(codec: Codec): string {
  return (['interrupt', 'steer', 'answer', 'models'] as const).filter((name) => codec[name]).join(', ');
}

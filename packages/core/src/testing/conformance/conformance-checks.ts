import type { ConformanceOptions } from './conformance-options.js';
import { examineCarry } from './examine-carry.js';
import { examineCodec } from './examine-codec.js';
import { examineDeclaration } from './examine-declaration.js';
import { examineLaunch } from './examine-launch.js';
import { examineProcess } from './examine-process.js';
import { examineRecordings } from './examine-recordings.js';
import { REQUIREMENTS, type Requirement, type RequirementArea, type RequirementId } from './requirement.js';
import { Subject } from './subject.js';
import type { Verdict, Verdicts } from './verdict.js';

/** What came of one requirement. */
export interface ConformanceResult {
  readonly requirement: Requirement;
  readonly status: 'passed' | 'failed' | 'not applicable' | 'waived';
  /** Why; absent when it passed. */
  readonly reason?: string;
}

/** One requirement as a test. */
export interface ConformanceCheck {
  readonly requirement: Requirement;
  /** The id and the sentence. */
  readonly title: string;
  /** How long a test runner should let it run, ms. */
  readonly timeoutMs: number;
  /** Resolves with what came of it. Rejects with a {@link ConformanceError} when it failed, and when it is waived and did not. */
  readonly run: () => Promise<ConformanceResult>;
}

/** An adapter does not keep a requirement, or keeps one that it waives. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
  readonly result: ConformanceResult;

  constructor(result: ConformanceResult) {
    super(`${result.requirement.id}: ${result.reason}\n  requirement: ${result.requirement.rule}`);
    this.result = result;
  }
}

/** What a codec may take for all its random runs, and a process for a case on every transport. */
const TIMEOUT_MS = 600_000;

/**
 * Everything that is required of an adapter, as tests for any runner: `for (const check of conformanceChecks(…)) it(check.title, check.run, check.timeoutMs)`.
 * Nothing is examined before a check runs; what several checks need is done once. They may run in any order.
 *
 * Throws a `TypeError` when the sessions are not two different ids of the adapter, and for a waiver of what is no requirement or with no reason.
 */
export function conformanceChecks<Options>(options: ConformanceOptions<Options>): readonly ConformanceCheck[] {
  assertUsable(options);
  const examination = new Examination(new Subject(options));
  return REQUIREMENTS.map((requirement) => ({
    requirement,
    title: `${requirement.id}: ${requirement.rule}`,
    timeoutMs: TIMEOUT_MS,
    run: async () => {
      const result = await examination.result(requirement);
      if (result.status === 'failed') throw new ConformanceError(result);
      return result;
    },
  }));
}

/** As {@link conformanceChecks}, all of them run, one after another; nothing is thrown for a failed one. */
export async function checkConformance<Options>(
  options: ConformanceOptions<Options>,
): Promise<readonly ConformanceResult[]> {
  assertUsable(options);
  const examination = new Examination(new Subject(options));
  const results: ConformanceResult[] = [];
  for (const requirement of REQUIREMENTS) results.push(await examination.result(requirement));
  return results;
}

class Examination<Options> {
  readonly #subject: Subject<Options>;
  readonly #found = new Map<RequirementArea, Verdicts>();
  #answers: Promise<Verdict | undefined> | undefined;

  constructor(subject: Subject<Options>) {
    this.#subject = subject;
  }

  async result(requirement: Requirement): Promise<ConformanceResult> {
    const verdict = await this.#verdict(requirement);
    const waiver = this.#subject.given.waivers?.[requirement.id];
    if (waiver === undefined) return { requirement, ...(verdict ?? { status: 'passed' }) };
    if (verdict?.status === 'failed') return { requirement, status: 'waived', reason: waiver };
    if (verdict) return { requirement, ...verdict };
    return { requirement, status: 'failed', reason: `it is kept, and waived (${waiver}): remove the waiver` };
  }

  async #verdict({ id, area, trait }: Requirement): Promise<Verdict | undefined> {
    if (trait !== undefined && !this.#subject.has(trait)) {
      return { status: 'not applicable', reason: `the adapter does not have ${trait}` };
    }
    if (area !== 'process') return this.#of(area === 'variant' ? 'codec' : area).of(id);
    const answers = (): Promise<Verdict | undefined> => {
      this.#answers ??= examineProcess(this.#subject, 'process-answer', async () => undefined).then((found) =>
        found.of('process-answer'),
      );
      return this.#answers;
    };
    if (id === 'process-answer') return answers();
    return (await examineProcess(this.#subject, id as Parameters<typeof examineProcess>[1], answers)).of(id);
  }

  #of(area: Exclude<RequirementArea, 'process' | 'variant'>): Verdicts {
    const known = this.#found.get(area);
    if (known) return known;
    const found = this.#examine(area);
    this.#found.set(area, found);
    return found;
  }

  #examine(area: Exclude<RequirementArea, 'process' | 'variant'>): Verdicts {
    switch (area) {
      case 'declaration':
        return examineDeclaration(this.#subject);
      case 'launch':
        return examineLaunch(this.#subject);
      case 'codec':
        return examineCodec(this.#subject);
      case 'carry':
        return examineCarry(this.#subject, this.#broken('launch') ?? this.#broken('codec'));
      case 'recording':
        return examineRecordings(this.#subject, this.#broken('codec'));
    }
  }

  /**
   * Why what rests on whole transcripts says nothing now: a codec that breaks a rule of the contract on the way, or an adapter without a
   * plan, does not come to the end of them. What is waived does not count, nor what a change to a transcript has shown.
   */
  #broken(area: 'launch' | 'codec'): string | undefined {
    const { waivers = {} } = this.#subject.given;
    const first = this.#of(area).failed.find((id) => {
      return waivers[id] === undefined && REQUIREMENTS.some((one) => one.id === id && one.area === area);
    });
    return first === undefined ? undefined : `${first} failed: mend that first`;
  }
}

function assertUsable<Options>({ adapter, sessions, waivers = {} }: ConformanceOptions<Options>): void {
  const [session, other] = sessions;
  if (session === other || sessions.some((id) => !adapter.sessionId.test(id))) {
    throw new TypeError(`sessions must be two different ids that match ${adapter.sessionId}`);
  }
  const ids = new Set<string>(REQUIREMENTS.map(({ id }): RequirementId => id));
  for (const [id, reason] of Object.entries(waivers)) {
    if (!ids.has(id)) throw new TypeError(`waivers: there is no requirement ${JSON.stringify(id)}`);
    if (reason.trim() === '') throw new TypeError(`waivers: ${id} needs a reason`);
  }
}

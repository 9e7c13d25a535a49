import type { Action, SettledEvent, SteerEvent } from '../contract/event.js';
import { contentFault } from './action-content.js';
import type { InvariantId } from './invariants.js';

/**
 * Where a codec is, by its own words. `settled`: the prompt or the listing is over and no other can follow; `failed`: the
 * handshake is.
 */
export type CodecPhase = 'new' | 'opening' | 'ready' | 'running' | 'listing' | 'settled' | 'failed' | 'gone';

interface Rules {
  readonly fail: (id: InvariantId, detail: string) => never;
  /** Whether the codec has the method `answer`. */
  readonly answerable: boolean;
  readonly sessionId: RegExp | undefined;
}

const WRITES: ReadonlySet<Action['type']> = new Set(['send', 'raw', 'close']);
const AFTER_SETTLED: ReadonlySet<Action['type']> = new Set([
  'ready',
  'notice',
  'unknown',
  'session',
  'send',
  'raw',
  'close',
]);
const AT_EXIT: ReadonlySet<Action['type']> = new Set(['settled', 'steer', 'withdrawn', 'notice']);

type SteerState = 'given' | 'accepted' | 'decided';

/** Follows a codec through its calls and actions, and says where a rule is broken. */
export class CodecState {
  readonly #rules: Rules;
  #phase: CodecPhase = 'new';
  #prompts = 0;
  #closed = false;
  #leaving = false;
  #late: 'interrupt' | 'steer' | 'answer' | undefined;
  #lateSteer: string | undefined;
  #lastSettled: 'prompt' | 'listing' | undefined;
  readonly #approvals = new Map<string, 'open' | 'over'>();
  readonly #steers = new Map<string, SteerState>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  get phase(): CodecPhase {
    return this.#phase;
  }

  /** Prompts given so far. */
  get promptCount(): number {
    return this.#prompts;
  }

  /** Ids of approvals that wait for an answer. */
  get openApprovals(): readonly string[] {
    return this.#approvalsThatAre('open');
  }

  /** Ids of approvals that were withdrawn unanswered: core may not know yet, and answer. */
  get lateApprovals(): readonly string[] {
    return this.#approvalsThatAre('over');
  }

  /** Whether core may answer this approval: it is open, or was withdrawn unanswered. */
  waitsFor(id: string): boolean {
    return this.#approvals.has(id);
  }

  /** Whether a steer with this reference was given. */
  knowsSteer(reference: string): boolean {
    return this.#steers.has(reference);
  }

  opens(): void {
    if (this.#phase !== 'new') throw new TypeError('open is called once');
    this.#begin('opening');
  }

  hears(call: string): void {
    this.#alive(call);
    this.#begin();
  }

  prompts(): void {
    this.#alive('prompt');
    if (this.#phase !== 'ready')
      throw new TypeError(`prompt is called only when ready and settled, not when ${this.#phase}`);
    this.#prompts += 1;
    this.#approvals.clear();
    this.#begin('running');
  }

  lists(): void {
    this.#alive('models');
    if (this.#phase !== 'ready') throw new TypeError(`models is called only when ready, not when ${this.#phase}`);
    this.#begin('listing');
  }

  interrupts(): void {
    this.#needsPrompt('interrupt');
    this.#begin();
    if (this.#phase !== 'running') this.#late = 'interrupt';
  }

  steers(reference: string): void {
    this.#needsPrompt('steer');
    if (this.#steers.has(reference))
      throw new TypeError(`steer reference ${JSON.stringify(reference)} was given before`);
    this.#steers.set(reference, 'given');
    this.#begin();
    if (this.#phase === 'running') return;
    this.#late = 'steer';
    this.#lateSteer = reference;
  }

  answers(id: string): void {
    this.#needsPrompt('answer');
    const approval = this.#approvals.get(id);
    if (approval === undefined) throw new TypeError(`answer to ${JSON.stringify(id)}, which waits for none`);
    this.#approvals.delete(id);
    this.#begin();
    if (approval === 'over') this.#late = 'answer';
  }

  exits(): void {
    this.#alive('exit');
    this.#begin();
    this.#leaving = true;
  }

  /** Checks what the call that was announced last has answered. */
  take(actions: readonly Action[]): void {
    let settled = false;
    let usage = false;
    for (const action of actions) {
      if (this.#leaving && WRITES.has(action.type))
        this.#rules.fail('write-after-exit', `${action.type} when the process is gone`);
      if (this.#leaving && !AT_EXIT.has(action.type))
        this.#rules.fail('exit-actions', `${action.type} when the process is gone`);
      if (settled && action.type === 'settled') this.#rules.fail('settled-once', 'two settled in one list');
      if (settled && !AFTER_SETTLED.has(action.type)) this.#rules.fail('settled-last', `${action.type} after settled`);
      if (usage && action.type === 'session')
        this.#rules.fail('session-before-usage', `session ${action.id} after usage`);
      const fault = contentFault(action, this.#rules.sessionId);
      if (fault) this.#rules.fail(fault.id, fault.detail);
      this.#follow(action, settled);
      settled ||= action.type === 'settled';
      usage ||= action.type === 'usage';
    }
    if (this.#lateSteer !== undefined && this.#steers.get(this.#lateSteer) !== 'decided') {
      this.#rules.fail('late-steer-missed', `steer ${this.#lateSteer} came when no prompt ran and was left open`);
    }
    if (this.#leaving) this.#phase = 'gone';
  }

  #follow(action: Action, settledBefore: boolean): void {
    const { fail } = this.#rules;
    switch (action.type) {
      case 'send':
      case 'raw':
      case 'close':
        this.#writes(action.type);
        return;
      case 'ready':
        this.#ready(settledBefore);
        return;
      case 'settled':
        this.#settled(action);
        return;
      case 'steer':
        this.#steer(action);
        return;
      case 'approval':
        if (!this.#rules.answerable) fail('approval-answerable', `approval ${action.id}, and no method answer`);
        if (this.#phase !== 'running') fail('approval-in-prompt', `approval ${action.id} when ${this.#phase}`);
        if (this.#approvals.get(action.id) === 'open')
          fail('approval-distinct', `approval ${action.id} is open already`);
        this.#approvals.set(action.id, 'open');
        return;
      case 'withdrawn':
        if (this.#approvals.get(action.id) !== 'open') fail('withdrawn-open', `approval ${action.id} is not open`);
        this.#approvals.set(action.id, 'over');
        return;
      case 'models':
        if (this.#phase !== 'listing') fail('models-asked', `models when ${this.#phase}`);
        this.#phase = 'ready';
        return;
      default:
        return;
    }
  }

  #writes(type: string): void {
    if (this.#closed) this.#rules.fail('write-after-close', `${type} after close`);
    if (this.#late) this.#rules.fail('late-call-silent', `${type} on an ${this.#late} that came too late`);
    this.#closed = type === 'close';
  }

  #ready(settledBefore: boolean): void {
    const { fail } = this.#rules;
    if (this.#phase === 'ready') fail('ready-once', 'ready a second time');
    if (this.#phase === 'settled' && !settledBefore) fail('ready-with-settled', 'ready in a later list than settled');
    if (this.#phase !== 'opening' && this.#phase !== 'settled')
      fail('ready-outside-prompt', `ready when ${this.#phase}`);
    this.#phase = 'ready';
  }

  #settled(event: SettledEvent): void {
    const { fail } = this.#rules;
    if (this.#phase === 'failed') fail('settled-once', 'settled after the failed handshake');
    if (this.#phase === 'ready' || this.#phase === 'settled') {
      fail(this.#lastSettled ? 'settled-once' : 'settled-outside', `${event.outcome} when ${this.#phase}`);
    }
    if (this.#phase !== 'running' && event.outcome !== 'failed')
      fail('settled-outside', `${event.outcome} when ${this.#phase}`);
    const undecided = [...this.#steers].find(([, steer]) => steer !== 'decided');
    if (undecided) fail('steer-decided', `steer ${undecided[0]} is neither delivered nor missed`);
    const [waiting] = this.openApprovals;
    if (waiting !== undefined) fail('approval-closed', `approval ${waiting} is still open`);
    if (this.#phase !== 'opening') this.#lastSettled = this.#phase === 'running' ? 'prompt' : 'listing';
    this.#phase = this.#phase === 'opening' ? 'failed' : 'settled';
  }

  #steer(event: SteerEvent): void {
    const { fail } = this.#rules;
    const known = this.#steers.get(event.reference);
    if (known === undefined) fail('steer-known', `steer ${JSON.stringify(event.reference)} was never given`);
    if (event.state === 'accepted') {
      if (known !== 'given') fail('steer-accepted-first', `steer ${event.reference} was ${known} before`);
      this.#steers.set(event.reference, 'accepted');
      return;
    }
    if (known === 'decided') fail('steer-decided-once', `steer ${event.reference} is decided a second time`);
    if (event.reference === this.#lateSteer && event.state !== 'missed') {
      fail('late-steer-missed', `steer ${event.reference} came when no prompt ran`);
    }
    this.#steers.set(event.reference, 'decided');
  }

  #begin(phase = this.#phase): void {
    this.#phase = phase;
    this.#late = undefined;
    this.#lateSteer = undefined;
  }

  #alive(call: string): void {
    if (this.#phase === 'new') throw new TypeError(`${call} before open`);
    if (this.#phase === 'gone') throw new TypeError(`${call} after exit, which is the last call`);
  }

  #needsPrompt(call: string): void {
    this.#alive(call);
    if (this.#prompts === 0) throw new TypeError(`${call} before the first prompt`);
  }

  #approvalsThatAre(wanted: 'open' | 'over'): readonly string[] {
    return [...this.#approvals].filter(([, state]) => state === wanted).map(([id]) => id);
  }
}

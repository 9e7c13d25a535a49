import type { Event, SettledEvent } from '../contract/event.js';
import { cutText } from './cut-text.js';
import type { Deadline } from './deadline.js';
import { type ApprovalDecision, ParkedApprovals } from './parked-approvals.js';
import { PromptAnswers } from './prompt-answers.js';
import { Steers } from './steers.js';
import { Tally } from './tally.js';
import type { CheckedRequest, TurnServices } from './turn-services.js';

export interface ProgressHooks {
  readonly deadline: Deadline;
  /** An approval was decided; the agent is to be told. */
  decided(decision: ApprovalDecision): void;
  /** The running prompt did not take a message up. */
  missed(text: string): void;
  /** Something that whoever watches the turn can see has changed. */
  changed(): void;
}

/** What a turn's agent has said and done so far: figures, answers, approvals that wait, messages on their way. */
export class TurnProgress {
  readonly tally: Tally;
  readonly answers: PromptAnswers;
  readonly approvals: ParkedApprovals;
  readonly steers = new Steers();
  readonly #hooks: ProgressHooks;

  constructor(id: string, request: CheckedRequest, services: TurnServices, hooks: ProgressHooks) {
    this.#hooks = hooks;
    this.tally = new Tally(request.setup.cwd, request.session === undefined ? NOTHING : request.baseline);
    this.answers = new PromptAnswers(
      () => services.collector(id),
      (text) => this.tally.notice(text),
    );
    this.approvals = new ParkedApprovals(services.settings.approvalTimeoutMs, (decision) => {
      const { approval, allow, by } = decision;
      if (!allow) this.tally.notice(`${cutText(approval.tool, 100)} was not allowed: ${DENIED[by]}`);
      hooks.decided(decision);
      this.#approvalsChanged();
    });
  }

  /** One event of the running prompt. The promise, where there is one, is the disk's: a long answer is on its way to a file. */
  add(event: Exclude<Event, SettledEvent>): Promise<void> | undefined {
    this.tally.add(event);
    switch (event.type) {
      case 'text':
        return event.channel === 'answer' ? this.answers.append(event.text) : undefined;
      case 'tool':
        if (event.phase === 'start' && !event.nested) this.answers.cut();
        this.#hooks.changed();
        return undefined;
      case 'notice':
        if (event.level === 'retry') this.answers.retry();
        return undefined;
      case 'approval':
        this.approvals.park(event);
        this.#approvalsChanged();
        return undefined;
      case 'withdrawn':
        this.approvals.withdraw(event.id);
        this.#approvalsChanged();
        return undefined;
      case 'steer': {
        const text = event.state === 'accepted' ? undefined : this.steers.decide(event.reference);
        if (text === undefined) return undefined;
        if (event.state === 'delivered') this.answers.cut();
        else this.#hooks.missed(text);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  /** The running prompt is over. */
  async settle(event: SettledEvent): Promise<void> {
    this.approvals.clear();
    this.tally.add(event);
    await this.answers.settle(event.answer, event.outcome !== 'completed');
  }

  /** Time in which the agent waits for a person is not the agent's. */
  #approvalsChanged(): void {
    if (this.approvals.size > 0) this.#hooks.deadline.hold();
    else this.#hooks.deadline.run();
    this.#hooks.changed();
  }
}

const NOTHING = { input: 0, output: 0, cost: 0 };

const DENIED = {
  caller: 'whoever was asked denied it',
  clock: 'nobody answered in time',
  limit: 'too many requests waited for an answer already',
  policy: 'it needs an approval and nobody can be asked; choose an approval mode that allows it',
} as const;

import { Refusal } from '../runner/refusal.js';
import type { Report } from './report.js';
import type { Delivery, Turn, TurnView } from './turn.js';

/** A turn that has ended: its report and how it stood at its end, and nothing of what it took to run it. */
export class EndedTurn implements Turn {
  readonly id: string;
  readonly report: Promise<Report>;
  readonly #view: TurnView;

  constructor(view: TurnView, report: Report) {
    this.id = view.id;
    this.report = Promise.resolve(report);
    this.#view = view;
  }

  view(): TurnView {
    return this.#view;
  }

  stop(): void {
    // It has ended: as for a running turn, a stop that comes too late changes nothing.
  }

  steer(): Delivery {
    throw endedRefusal(this.id);
  }

  followUp(): Delivery {
    throw endedRefusal(this.id);
  }

  answer(): void {
    throw endedRefusal(this.id);
  }

  onChange(): () => void {
    return () => undefined;
  }
}

/** Why nothing more can be sent into a turn. */
export function endedRefusal(turn: string): Refusal {
  return new Refusal('turn', `turn ${turn} has ended; continue its session with a reply`);
}

interface Call {
  readonly name: string;
  readonly details: readonly unknown[];
  actions: readonly unknown[];
}

const KEPT = 12;
const LONGEST = 240;

/** The last calls of a codec and what it answered, put into words only when someone asks. */
export class CallLog {
  readonly #calls: Call[] = [];
  #next = 0;

  begin(name: string, details: readonly unknown[]): void {
    this.#calls[this.#next % KEPT] = { name, details, actions: [] };
    this.#next += 1;
  }

  end(actions: readonly unknown[]): void {
    const call = this.#calls[(this.#next - 1) % KEPT];
    if (call) call.actions = actions;
  }

  /** One line per call, oldest first. */
  lines(): readonly string[] {
    const from = this.#next > KEPT ? this.#next % KEPT : 0;
    return [...this.#calls.slice(from), ...this.#calls.slice(0, from)].map(
      (call) => `${call.name}(${call.details.map(show).join(', ')}) -> [${call.actions.map(show).join(', ')}]`,
    );
  }
}

function show(value: unknown): string {
  const text = value === undefined ? 'undefined' : (JSON.stringify(value) ?? String(value));
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

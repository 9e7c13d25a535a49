import type { Image } from '../../contract/setup.js';
import type { Transport } from '../../contract/transport.js';
import { replayTranscript } from '../replay-transcript.js';
import type { Transcript } from '../transcript.js';
import { CARRY_RULES } from './adapter-rules.js';
import { bareSetup } from './bare-setup.js';
import { optionSamples } from './option-samples.js';
import type { Subject } from './subject.js';
import { type Trace, traceOf, type Wish } from './trace.js';
import { Verdicts } from './verdict.js';

type CarryId = keyof typeof CARRY_RULES;

const PROMPTS = [
  'Which of the two is faster?',
  '  kept as it is \t',
  '--help',
  '-p',
  '/clear',
  '@notes.md',
  '!ls',
  '# heading\n\n- item\r\n\t"quoted" \\n',
  '{"type":"stop"}',
  'línea \u2028 separada 🌳 \u0000',
];
const SYSTEM = ['Be brief.\nBe "kind".', '--append'];
const MODELS = ['model-1', 'model-2'];
const IMAGE: Image = { mediaType: 'image/png', data: 'aW1hZ2UtMQ==' };

/**
 * Looks for what a caller says in what would be started and written.
 * @param blocked why nothing can be said about it now
 */
export function examineCarry<Options>(subject: Subject<Options>, blocked: string | undefined): Verdicts {
  const found = new Verdicts<CarryId>();
  for (const transport of subject.adapter.transports) {
    const transcript = blocked === undefined ? plainTranscript(subject, transport) : undefined;
    if (transcript) new Carrier(subject, transport, transcript, found).check();
  }
  const reason = blocked ?? 'there is no transcript in which a prompt completes';
  if (blocked !== undefined || subject.adapter.transports.every((one) => !plainTranscript(subject, one))) {
    for (const id of Object.keys(CARRY_RULES) as CarryId[]) found.skip(id, reason);
  }
  return found;
}

/** The shortest one in which a prompt of a new session completes, else one in which any completes. */
function plainTranscript<Options>(subject: Subject<Options>, transport: Transport<Options>): Transcript | undefined {
  const completing = subject.transcriptsOf(transport).filter((transcript) => completes(subject, transcript));
  completing.sort((one, other) => one.lines.length - other.lines.length);
  return completing.find(({ header }) => header.setup?.session === undefined) ?? completing[0];
}

function completes<Options>({ adapter }: Subject<Options>, transcript: Transcript): boolean {
  try {
    const { settled } = replayTranscript({ adapter, transcript, compare: false });
    return settled.some(({ outcome }) => outcome === 'completed');
  } catch {
    return false;
  }
}

class Carrier<Options> {
  readonly #subject: Subject<Options>;
  readonly #transport: Transport<Options>;
  readonly #transcript: Transcript;
  readonly #found: Verdicts<CarryId>;

  constructor(
    subject: Subject<Options>,
    transport: Transport<Options>,
    transcript: Transcript,
    found: Verdicts<CarryId>,
  ) {
    this.#subject = subject;
    this.#transport = transport;
    this.#transcript = transcript;
    this.#found = found;
  }

  check(): void {
    const refuses = this.#transport.refuses ?? {};
    for (const text of PROMPTS) this.#prompt(text);
    if (!('model' in refuses)) {
      for (const model of MODELS) this.#whole('model-carried', { model }, model, `the model ${model}`);
    }
    if (!('system_prompt_append' in refuses)) {
      for (const text of SYSTEM) {
        this.#whole('system-prompt-carried', { systemPromptAppend: text }, text, JSON.stringify(text));
      }
    }
    this.#options();
    if (this.#subject.traits(this.#transport).images) {
      this.#whole('images-carried', { images: [IMAGE] }, IMAGE.data, 'the picture');
    }
  }

  #prompt(text: string): void {
    const trace = this.#trace('prompt-verbatim', { text });
    if (!trace) return;
    const times = trace.written.filter((string) => string === text).length;
    if (times === 1) return;
    const shown = JSON.stringify(text);
    this.#fail(
      'prompt-verbatim',
      times === 0 ? `${shown} is not written as it is` : `${shown} is written ${times} times`,
    );
  }

  /** Something that has to stand in the plan or in what is written, alone or as a part of an argument. */
  #whole(id: CarryId, wish: Wish, text: string, shown: string): void {
    const trace = this.#trace(id, wish);
    if (trace && ![...trace.planned, ...trace.written].some((string) => string.includes(text))) {
      this.#fail(id, `${shown} is neither in the plan nor in what is written`);
    }
  }

  #options(): void {
    const bare = this.#trace('option-carried', {});
    if (!bare) return;
    const { adapter, given } = this.#subject;
    const refuses = this.#transport.refuses ?? {};
    for (const { name, values } of optionSamples(adapter, given.samples ?? {})) {
      if (name in refuses) continue;
      const traces = values
        .filter((value) => !this.#refused(name, value))
        .flatMap((value) => {
          const trace = this.#trace('option-carried', { options: { [name]: value } });
          return trace ? [{ value, whole: trace.whole }] : [];
        });
      this.#differ(name, bare, traces);
    }
  }

  /** One value may be the one that stands anyway; beyond that no two are the same. */
  #differ(name: string, bare: Trace, traces: readonly { readonly value: unknown; readonly whole: string }[]): void {
    const say = (value: unknown) => `${name}: ${JSON.stringify(value)}`;
    if (traces.length === 0) {
      this.#fail('option-carried', `${name}: no value to try; give some in samples that the schema takes`);
      return;
    }
    const silent = traces.filter(({ whole }) => whole === bare.whole);
    const [first, second] = silent;
    if (first && (second || traces.length === 1)) {
      this.#fail('option-carried', `${say((second ?? first).value)} makes no difference`);
    }
    const twin = traces.find(({ whole }, index) => traces.findIndex((other) => other.whole === whole) !== index);
    if (twin) this.#fail('option-carried', `${say(twin.value)} does what another value does`);
  }

  #refused(name: string, value: unknown): boolean {
    const { adapter } = this.#subject;
    const setup = { ...bareSetup(adapter, this.#transport), options: adapter.options.parse({ [name]: value }) };
    return adapter.refuses?.(setup) !== undefined;
  }

  /** Nothing where the adapter throws or breaks a rule, which is a failure of what was tried. */
  #trace(id: CarryId, wish: Wish): Trace | undefined {
    try {
      return traceOf(this.#subject.adapter, wish.images ? this.#pictured() : this.#transcript, wish);
    } catch (error) {
      this.#fail(id, `${JSON.stringify(wish).slice(0, 200)} cannot be tried: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** One in which a prompt had pictures, where there is one: an agent may take them only with some of its models. */
  #pictured(): Transcript {
    const recorded = this.#subject.transcriptsOf(this.#transport);
    const hasPictures = ({ lines }: Transcript) =>
      lines.some((line) => 'do' in line && line.do === 'prompt' && line.images !== undefined);
    const pictured = recorded.filter(hasPictures);
    return pictured.find((transcript) => completes(this.#subject, transcript)) ?? pictured[0] ?? this.#transcript;
  }

  #fail(id: CarryId, reason: string): void {
    this.#found.fail(id, `${this.#transport.name}: ${reason}`);
  }
}

import type { AgentAdapter, Traits } from '../../contract/adapter.js';
import type { Codec } from '../../contract/codec.js';
import { traitsOf } from '../../contract/define-adapter.js';
import type { Transport } from '../../contract/transport.js';
import type { Transcript } from '../transcript.js';
import type { ConformanceTrait } from './adapter-rules.js';
import type { ConformanceOptions } from './conformance-options.js';

/** An adapter that is examined, with what was given to examine it on. */
export class Subject<Options> {
  readonly given: ConformanceOptions<Options>;
  readonly adapter: AgentAdapter<Options>;
  readonly transcripts: readonly Transcript[];
  readonly #traits = new Map<string, Traits>();

  constructor(given: ConformanceOptions<Options>) {
    this.given = given;
    this.adapter = given.adapter;
    this.transcripts = [...given.transcripts];
    for (const transport of given.adapter.transports) this.#traits.set(transport.name, this.#read(transport));
  }

  traits(transport: Transport<Options>): Traits {
    return this.#traits.get(transport.name) ?? NO_TRAITS;
  }

  transcriptsOf(transport: Transport<Options>): readonly Transcript[] {
    return this.transcripts.filter(({ header }) => header.transport === transport.name);
  }

  has(trait: ConformanceTrait): boolean {
    if (trait === 'history') return this.adapter.history !== undefined;
    return this.adapter.transports.some((transport) => this.traits(transport)[trait]);
  }

  /** From a plan of its own; where the adapter makes none, from a recorded one, so that the rest can be examined all the same. */
  #read(transport: Transport<Options>): Traits {
    const recorded = this.transcriptsOf(transport)[0]?.header.plan;
    try {
      return traitsOf(this.adapter, transport);
    } catch (error) {
      if (!recorded) throw error;
      return { ...NO_TRAITS, ...methodsOf(transport.codec(recorded)), ...declared(transport) };
    }
  }
}

const NO_TRAITS: Traits = {
  interrupt: false,
  steer: false,
  asks: false,
  models: false,
  images: false,
  presetsSession: false,
  resumesByPrompt: false,
};

function methodsOf(codec: Codec): Pick<Traits, 'interrupt' | 'steer' | 'asks' | 'models'> {
  return {
    interrupt: codec.interrupt !== undefined,
    steer: codec.steer !== undefined,
    asks: codec.answer !== undefined,
    models: codec.models !== undefined,
  };
}

function declared<Options>(
  transport: Transport<Options>,
): Pick<Traits, 'images' | 'presetsSession' | 'resumesByPrompt'> {
  return {
    images: transport.images === true,
    presetsSession: transport.presetsSession === true,
    resumesByPrompt: transport.resumesByPrompt === true,
  };
}

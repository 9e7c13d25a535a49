import { type AdapterDefinition, type AgentAdapter, CONTRACT_VERSION, type Traits } from './adapter.js';
import type { Setup } from './setup.js';
import type { Transport } from './transport.js';

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/**
 * Makes an adapter of its definition: adds the four verbs, which find the transport that a setup or a plan names.
 * Throws a `TypeError` when the definition breaks a rule that can be seen without running the agent.
 */
export function defineAdapter<Options>(definition: AdapterDefinition<Options>): AgentAdapter<Options> {
  if (!NAME.test(definition.name)) {
    throw new TypeError(`adapter name ${JSON.stringify(definition.name)}: must match ${NAME.source}`);
  }
  const names = definition.transports.map((transport) => transport.name);
  if (names.length === 0) throw new TypeError(`adapter ${definition.name}: needs at least one transport`);
  if (new Set(names).size !== names.length) {
    throw new TypeError(`adapter ${definition.name}: two transports have the same name (${names.join(', ')})`);
  }
  if (definition.sessionId.global || definition.sessionId.sticky) {
    throw new TypeError(`adapter ${definition.name}: sessionId must have neither flag g nor flag y, which keep state`);
  }
  const find = (name: string): Transport<Options> => {
    const transport = definition.transports.find((candidate) => candidate.name === name);
    if (!transport) throw new TypeError(`adapter ${definition.name} has no transport ${JSON.stringify(name)}`);
    return transport;
  };
  return Object.freeze({
    ...definition,
    contract: CONTRACT_VERSION,
    launch: (setup) => find(setup.transport).launch(setup),
    resume: (setup, session) => find(setup.transport).launch(setup, session),
    parse: (plan) => find(plan.transport).codec(plan),
    interrupt: (codec) => codec.interrupt?.(),
  } satisfies AgentAdapter<Options>);
}

/** Reads what a transport can do, by building one codec with no process. */
export function traitsOf<Options>(adapter: AgentAdapter<Options>, transport: Transport<Options>): Traits {
  const setup: Setup<Options> = {
    transport: transport.name,
    cwd: '/',
    options: adapter.options.parse({}),
    approvalMs: 0,
    machine: { platform: 'linux', home: '/', environment: {}, files: {} },
  };
  const codec = transport.codec(transport.launch(setup));
  return {
    interrupt: codec.interrupt !== undefined,
    steer: codec.steer !== undefined,
    asks: codec.answer !== undefined,
    models: codec.models !== undefined,
    images: transport.images === true,
    presetsSession: transport.presetsSession === true,
    resumesByPrompt: transport.resumesByPrompt === true,
  };
}

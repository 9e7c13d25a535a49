import type { Transport } from '@agentmount/core';
import { createAcpCodec } from './acp-codec.js';
import type { AcpProfile } from './profile.js';

/**
 * The transport of an agent that speaks the Agent Client Protocol, version 1, on its standard streams. One launch plan serves every
 * session of a directory: the session, the model and whatever {@link AcpProfile.values} names are set when a prompt comes.
 */
export function createAcpTransport<Options>(profile: AcpProfile<Options>): Transport<Options> {
  return {
    name: profile.transport,
    launch: (setup) => ({ transport: profile.transport, cwd: setup.cwd, ...profile.launch(setup) }),
    codec: (plan) => createAcpCodec(profile, plan),
    resumesByPrompt: true,
    ...(profile.images === undefined ? {} : { images: profile.images }),
    ...(profile.refuses === undefined ? {} : { refuses: profile.refuses }),
  };
}

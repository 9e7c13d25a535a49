import type { AgentAdapter } from '../../contract/adapter.js';
import type { Setup } from '../../contract/setup.js';
import type { Transport } from '../../contract/transport.js';

/** A setup in which nothing is asked for, on a machine with nothing on it. */
export function bareSetup<Options>(adapter: AgentAdapter<Options>, transport: Transport<Options>): Setup<Options> {
  return {
    transport: transport.name,
    cwd: '/projects/orchard',
    options: adapter.options.parse({}),
    approvalMs: 0,
    machine: { platform: 'linux', home: '/home/person', environment: { PATH: '/usr/bin' }, files: {} },
  };
}

import type { AgentAdapter } from '../contract/adapter.js';
import { traitsOf } from '../contract/define-adapter.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import { chooseTransport } from './check-request.js';
import type { Launcher } from './launcher.js';
import { Refusal } from './refusal.js';
import type { Settings } from './settings.js';

/**
 * The process that can be asked for the agent's models: over the transport that the settings name, or the first that can.
 * Rejects with a {@link Refusal} when none can.
 */
export async function modelsPlan(
  adapter: AgentAdapter,
  settings: Settings,
  launcher: Launcher,
  cwd: string,
): Promise<LaunchPlan> {
  const able = [chooseTransport(settings.transport, adapter), ...adapter.transports].find(
    (transport) => traitsOf(adapter, transport).models,
  );
  if (!able) throw new Refusal('transport', `${adapter.title} cannot list its models`);
  return adapter.launch({
    transport: able.name,
    // A directory of this machine need not exist on another, and the models are the same in all of them.
    cwd: settings.wrapKind === 'remote' ? '/' : cwd,
    options: adapter.options.parse(settings.options),
    approvalMs: 0,
    machine: await launcher.machine(cwd),
  });
}

import type { AgentHome } from '../agent-home.js';
import type { ModelStep } from '../model-step.js';

/** One agent's server program and what differs between agents, for the scenarios that every agent has to pass. */
export interface ScenarioAgent {
  /** Prefix of the tools; in capitals, of the variables. */
  readonly name: string;
  /** The built server program, absolute. */
  readonly program: string;
  /** A home in which the real agent runs on a scripted model. */
  createHome(options: {
    readonly model: { readonly baseUrl: string };
    readonly env?: Readonly<Record<string, string>>;
  }): Promise<AgentHome>;
  /** The transport that stays reachable while it works, and the one that does not. */
  readonly transports: { readonly reachable: string; readonly oneShot: string };
  /** The agent's own tools: their names, and a model's answer that calls them. */
  readonly tools: {
    readonly shell: string;
    readonly write: string;
    callShell(command: string): ModelStep;
    callWrite(path: string, content: string): ModelStep;
  };
  /** Arguments under which only reading tools can run. */
  readonly readOnly: Readonly<Record<string, unknown>>;
  /** Transports whose wire does not tell how often the model was asked. */
  readonly silentOnRounds?: readonly string[];
  /** What `steer` does to a running turn of the reachable transport. */
  readonly steer: 'delivers' | 'redirects';
  /** Whether the text for the system prompt reaches it through a private file. */
  readonly readsTextFromFile?: boolean;
  /** What happens when an unknown session is to be continued. */
  readonly unknownSession: 'fails' | 'fresh';
}

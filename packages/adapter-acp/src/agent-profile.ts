import type { UsagePlace } from '@agentmount/acp';
import type { FailureClass } from '@agentmount/core';

/**
 * One agent that speaks the Agent Client Protocol, as plain data: it can stand in a JSON file. What is absent is what the protocol
 * says by itself.
 */
export interface AcpAgentProfile {
  /** Prefix of the tools and of the environment variables: `[a-z][a-z0-9]{0,15}`. */
  readonly name: string;
  /** The agent's name as people write it. */
  readonly title: string;
  /** Name of the program on the PATH. */
  readonly command: string;
  /** Arguments that make it speak the protocol. */
  readonly args: readonly string[];
  /** Variables to add to its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How to install it, as a command a person can type. */
  readonly install: string;
  /** Arguments that make it print its version; absent: `--version`. */
  readonly versionArgs?: readonly string[];
  /** Versions that the profile was tested with; absent: no version is said to be untested. */
  readonly tested?: { readonly from: string; readonly below: string };
  /** What the agent is, in a few words. */
  readonly about: string;
  /** The one danger that a caller must know. */
  readonly danger: string;
  /** Form of its session ids, a regular expression for the whole id; absent: up to 128 letters, digits and `_.:-`. */
  readonly sessionId?: string;
  /** Its approval modes, as `session/new` lists them, from the most careful to the least. They become the argument `mode`. */
  readonly modes?: {
    readonly values: readonly [string, ...string[]];
    /** Used when the environment names a mode that is none. */
    readonly safe: string;
  };
  /** A config option that says how long the model thinks. It becomes the argument `effort`. */
  readonly effort?: { readonly option: string; readonly values: readonly [string, ...string[]] };
  /** The config option that sets the model, or `session/set_model` where the agent has that older method; absent: `model`. */
  readonly modelBy?: string;
  /** Flag that takes text for the system prompt; absent: `system_prompt_append` is refused. */
  readonly systemPromptFlag?: string;
  /** Whether prompts may carry pictures. */
  readonly images?: boolean;
  /** Whether it has the extension `_session/steering`. */
  readonly steering?: boolean;
  /** Where it tells its tokens; absent: nowhere. */
  readonly usage?: UsagePlace;
  /**
   * What a tool is called by: its `kind`, which the protocol defines; the `title` of its first frame, where that is a name and no
   * sentence; or a field of its `_meta`. Absent: `kind`.
   */
  readonly toolName?: 'kind' | 'title' | `_meta.${string}`;
  /** `content`: a call's input comes as JSON in the text of its content; absent: in `rawInput`. */
  readonly toolInput?: 'content';
  /**
   * Whether a session must not be continued by another process in the minute in which it was created (UTC): an agent that names its
   * session files by the minute writes over it then.
   */
  readonly resumesNextMinute?: boolean;
  /** The error that means that a session is not known: its code, or a regular expression for its text; absent: the code -32002. */
  readonly unknownSession?: number | string;
  /** Notifications and requests of the agent's own that say nothing a report needs. */
  readonly ignores?: readonly string[];
  /** What a person can do about a class of failure, as one sentence without a full stop. */
  readonly remedies?: Readonly<Partial<Record<FailureClass, string>>>;
  /** Lines of stderr to pass over when it has ended, as regular expressions. */
  readonly noise?: readonly string[];
  /**
   * Files whose change makes a process that waits stale: settings, credentials, context files. `~/` is the person's home,
   * `$NAME/` what a variable holds, anything else lies in the working directory.
   */
  readonly staleFiles?: readonly string[];
}

import {
  type AcpProfile,
  asList,
  asText,
  asWord,
  fieldOf,
  inputOf,
  type SessionValue,
  type ToolFacts,
} from '@agentmount/acp';
import type { Setup } from '@agentmount/core';
import type { AcpAgentProfile } from './agent-profile.js';
import type { AcpOptions } from './options.js';

/** The transport's name for every agent that is mounted by a profile. */
const TRANSPORT = 'acp';

/** What the protocol's engine needs to know, made of an agent's profile. */
export function engineProfile(agent: AcpAgentProfile, sessionId: RegExp): AcpProfile<AcpOptions> {
  const { systemPromptFlag, modelBy = 'model', usage = 'none', unknownSession: unknown } = agent;
  return {
    transport: TRANSPORT,
    agent: agent.name,
    sessionId,
    launch: ({ systemPromptAppend: text }) => ({
      args: text === undefined ? agent.args : [...agent.args, `${systemPromptFlag}=${text}`],
      env: agent.env ?? {},
    }),
    values: (setup) => sessionValues(agent, setup),
    model: modelBy === 'session/set_model' ? { by: modelBy } : { by: 'option', option: modelBy },
    images: agent.images === true,
    ...(systemPromptFlag === undefined
      ? { refuses: { system_prompt_append: `${agent.title} takes none when it is driven by this protocol` } }
      : {}),
    usage,
    ...(agent.steering === true ? { steering: { by: 'extension' as const } } : {}),
    readTool: (update) => readTool(agent, update),
    ...(unknown === undefined
      ? {}
      : { unknownSession: typeof unknown === 'number' ? unknown : new RegExp(unknown, 'i') }),
    ...(agent.ignores === undefined ? {} : { ignores: agent.ignores }),
    ...(agent.remedies === undefined ? {} : { remedies: agent.remedies }),
    noise: (agent.noise ?? []).map((pattern) => new RegExp(pattern)),
  };
}

function sessionValues({ title, effort }: AcpAgentProfile, { options }: Setup<AcpOptions>): readonly SessionValue[] {
  const values: SessionValue[] = [];
  if (options.mode !== undefined) values.push({ set: 'mode', value: options.mode });
  if (options.effort !== undefined && effort) {
    const notice = (reason: string) => `${title} does not apply effort "${options.effort}" to this model: ${reason}.`;
    values.push({ set: 'option', option: effort.option, value: options.effort, notice });
  }
  return values;
}

function readTool({ toolName = 'kind', toolInput }: AcpAgentProfile, update: unknown): ToolFacts {
  const name = nameOf(toolName, update);
  const input = toolInput === 'content' ? inputInContent(update) : undefined;
  return { ...(name === undefined ? {} : { name }), ...(input === undefined ? {} : { input }) };
}

function nameOf(toolName: string, update: unknown): string | undefined {
  if (toolName === 'kind') return asWord(fieldOf(update, 'kind'));
  // A later title is a sentence about the call.
  if (toolName === 'title') return isLater(update) ? undefined : asWord(fieldOf(update, 'title'));
  return asWord(fieldOf(fieldOf(update, '_meta'), toolName.slice('_meta.'.length)));
}

/** The input as it is written down while the model still says it: JSON from the moment on at which it is whole. */
function inputInContent(update: unknown): unknown {
  const status = fieldOf(update, 'status');
  if (!isLater(update) || status === 'completed' || status === 'failed') return undefined;
  const [first] = asList(fieldOf(update, 'content'));
  try {
    return inputOf(JSON.parse(asText(fieldOf(fieldOf(first, 'content'), 'text')) ?? ''));
  } catch {
    return undefined;
  }
}

function isLater(update: unknown): boolean {
  return fieldOf(update, 'sessionUpdate') === 'tool_call_update';
}

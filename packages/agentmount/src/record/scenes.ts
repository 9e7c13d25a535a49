import type { Traits } from '@agentmount/core';
import type { RecordedAgent } from '@agentmount/core/testing';

/** What the agent is asked in the scenes. */
export interface ScenePrompts {
  /** One that is answered at once. */
  readonly plain: string;
  /** One that it works on for a while, with words from the beginning. */
  readonly long: string;
  /** What is sent into the long one. */
  readonly steer: string;
  /** One that makes it ask before it uses a tool; absent: approvals are not recorded. */
  readonly ask?: string;
}

/** One process to record: what is asked of it, and what it needs. */
export interface Scene {
  readonly name: string;
  /** What happens, as the transcript's note has it. */
  readonly note: string;
  /** Without it the transport has no such scene. */
  readonly trait?: keyof Traits;
  /** Whether it continues the session of the scene `plain`. */
  readonly resumes?: boolean;
  play(agent: RecordedAgent, prompts: ScenePrompts): Promise<void>;
}

/** The scenes that the conformance kit asks for. */
export const scenes: readonly Scene[] = [
  {
    name: 'plain',
    note: 'a prompt is answered',
    play: async (agent, { plain }) => {
      await agent.event('ready');
      agent.prompt(plain);
      await agent.event('settled');
    },
  },
  {
    name: 'resume',
    note: 'a session is continued',
    resumes: true,
    play: async (agent, { plain }) => {
      await agent.event('ready');
      agent.prompt(plain);
      await agent.event('settled');
    },
  },
  {
    name: 'interrupt',
    note: 'a prompt is interrupted while the agent works',
    trait: 'interrupt',
    play: async (agent, { long }) => {
      await agent.event('ready');
      agent.prompt(long);
      await agent.event(['text', 'tool']);
      agent.interrupt();
      await agent.event('settled');
    },
  },
  {
    name: 'steer',
    note: 'a message is sent into a running prompt',
    trait: 'steer',
    play: async (agent, { long, steer }) => {
      await agent.event('ready');
      agent.prompt(long);
      await agent.event(['text', 'tool']);
      agent.steer('steer-1', steer);
      await agent.event('settled');
    },
  },
  {
    name: 'allow',
    note: 'what the agent asks is allowed',
    trait: 'asks',
    play: (agent, { ask }) => answered(agent, ask, true),
  },
  {
    name: 'deny',
    note: 'what the agent asks is denied',
    trait: 'asks',
    play: (agent, { ask }) => answered(agent, ask, false),
  },
  {
    name: 'models',
    note: 'the models are listed',
    trait: 'models',
    play: async (agent) => {
      await agent.event('ready');
      agent.models();
      await agent.event('models');
    },
  },
];

/** Answers whatever is asked, once at least, until the prompt is over. */
async function answered(agent: RecordedAgent, ask: string | undefined, allow: boolean): Promise<void> {
  await agent.event('ready');
  agent.prompt(ask ?? '');
  let asked = await agent.event('approval');
  for (;;) {
    agent.answer(asked.id, allow, allow ? '' : 'not now');
    const next = await agent.event(['approval', 'settled']);
    if (next.type === 'settled') return;
    asked = next;
  }
}

import type { Turn, TurnView } from '@agentmount/core';
import * as z from 'zod';
import { defineTool, type Tool, type ToolHints, type ToolResult } from '../../src/tools/tool.js';
import { approvalQuestion, questionKey } from '../../src/turns/approval-question.js';

const hints: ToolHints = { readOnlyHint: true, openWorldHint: false };
const gives = 'One sentence.';
const said = (text: string, isError = false): ToolResult => ({ text, isError });
const say = (name: string, text: string, isError = false) =>
  defineTool({
    name,
    description: text,
    gives,
    schema: z.strictObject({}),
    hints,
    call: async () => said(text, isError),
  });

const VIEW: TurnView = {
  id: 't0000',
  state: 'running',
  cwd: '/project',
  transport: 'pipe',
  createdAt: 0,
  elapsedMs: 0,
  tools: [],
  messagesSent: 0,
  approvals: [],
  steer: 'impossible',
};
const APPROVAL = { id: 'a1', tool: 'delete', input: {}, expiresAt: 0 };

/** A turn as far as a task looks at one: something that goes on. */
const turn = { id: VIEW.id, view: () => VIEW, onChange: () => () => undefined } as unknown as Turn;

/** A tool that takes seconds, as the suite wants it. */
function slow(name: string, result: (label: string) => ToolResult, fixed?: number): Tool {
  return defineTool({
    name,
    description: 'Takes its time.',
    gives,
    schema: z.strictObject({ seconds: z.number().optional(), label: z.string().optional() }),
    hints,
    mayTakeLong: () => true,
    async call({ seconds = fixed ?? 0, label = '' }, { signal, onTurn }) {
      onTurn?.(turn);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, seconds * 1000);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
      return result(label);
    },
  });
}

/** A tool that asks a person, as every tool that waits for a turn does: in the result, or through its task. */
function asking(name: string, mayTakeLong: boolean): Tool {
  return defineTool({
    name,
    description: 'Asks first.',
    gives,
    schema: z.looseObject({}),
    hints,
    ...(mayTakeLong ? { mayTakeLong: () => true } : {}),
    async call(_, { again, ask, asksByResult, onTurn, signal }) {
      onTurn?.(turn);
      const question = approvalQuestion('Lines', VIEW, APPROVAL);
      if (ask !== undefined) return said(`The answer was ${(await ask(question, signal)).action}.`);
      const reply = again?.replies.get(questionKey(APPROVAL));
      if (reply !== undefined || !asksByResult) return said(`The answer was ${reply?.action ?? 'never given'}.`);
      return { ...said('Asked.'), questions: { turn: VIEW.id, list: [question] } };
    },
  });
}

/** The tools that the suite looks for and that this server's means can express. */
export const conformanceTools: readonly Tool[] = [
  say('test_simple_text', 'This is a simple text response for testing.'),
  say('test_error_handling', 'This tool intentionally returns an error for testing', true),
  defineTool({
    name: 'test_tool_with_progress',
    description: 'Tells how it goes.',
    gives,
    schema: z.strictObject({}),
    hints,
    async call(_, { progress }) {
      for (const message of ['One.', 'Two.', 'Three.']) await progress?.(message);
      return said('Told.');
    },
  }),
  defineTool({
    name: 'greet',
    description: 'Greets.',
    gives,
    schema: z.strictObject({ name: z.string() }),
    hints,
    call: async ({ name }) => said(`Hello, ${name}!`),
  }),
  slow('slow_compute', (label) => said(`Computed ${label}.`)),
  slow('failing_job', () => said('It failed.', true), 1),
  asking('confirm_delete', true),
  asking('test_input_required_result_elicitation', false),
  asking('test_input_required_result_tampered_state', false),
  asking('test_input_required_result_request_state', false),
  asking('test_input_required_result_capabilities', false),
];

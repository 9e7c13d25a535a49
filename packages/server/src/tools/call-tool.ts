import { Refusal } from '@agentmount/core';
import { describeIssues } from './describe-issues.js';
import type { CallContext, Tool, ToolResult } from './tool.js';

/**
 * Calls a tool with arguments as the host sent them. Whatever a model can act on (a wrong argument, a refusal, an agent that
 * could not be asked) comes back as text with `isError`; only an aborted call rejects, with the signal's reason.
 */
export async function callTool(tool: Tool, given: unknown, context: CallContext): Promise<ToolResult> {
  const parsed = tool.schema.safeParse(given ?? {}, { reportInput: true });
  if (!parsed.success) {
    const names = Object.keys(tool.inputSchema.properties);
    return refused(describeIssues(tool.name, parsed.error.issues, names), 'argument');
  }
  try {
    return await tool.call(given ?? {}, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (Refusal.is(error)) return refused(error.message, error.code);
    const message = error instanceof Error ? error.message : String(error);
    return { text: `${tool.name} failed: ${message}`, isError: true, facts: { status: 'failed' } };
  }
}

function refused(text: string, code: string): ToolResult {
  return { text, isError: true, facts: { status: 'refused', code } };
}

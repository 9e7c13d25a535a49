import type { ModelMessage, ModelMessagePart, ModelRequestBody } from './model-request.js';

/** One item of the `input` of a Responses request, as far as it is looked at. */
interface InputItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly ContentPart[];
  readonly name?: string;
  readonly arguments?: string;
  readonly input?: string;
  readonly call_id?: string;
  readonly output?: string | readonly ContentPart[];
}

interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: string;
}

/** A tool as a Responses request offers it: a function, a free-form one (`custom`), or a `namespace` with more of them. */
export interface OfferedTool {
  readonly type: string;
  readonly name?: string;
  readonly tools?: readonly OfferedTool[];
}

/** A Responses request body, as far as it is looked at. */
export interface ResponsesBody {
  readonly model: string;
  readonly instructions?: string;
  readonly input: readonly InputItem[];
  readonly stream?: boolean;
  readonly tools?: readonly OfferedTool[];
  readonly [field: string]: unknown;
}

/**
 * Context that codex 0.171.0 puts before or between the prompts as messages of the user: the environment, instructions of files, the
 * mark of an interrupted turn. None of it is a prompt.
 */
const CONTEXT = /^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/;

/**
 * A Responses request in the form of a chat-completions request, so that one script serves both: everything that the model has said
 * between two messages or tool results is one message of the assistant. `offered` holds the tools as they were.
 */
export function readResponses(body: ResponsesBody): ModelRequestBody {
  const { instructions, input, tools, ...rest } = body;
  const messages: ModelMessage[] = instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  for (const message of input.flatMap(messageOf)) {
    const before = messages.at(-1);
    if (message.role !== 'assistant' || before?.role !== 'assistant') messages.push(message);
    else messages[messages.length - 1] = joined(before, message);
  }
  return {
    ...rest,
    messages,
    ...(tools === undefined
      ? {}
      : { tools: tools.map(({ type, name }) => ({ function: { name: name ?? type } })), offered: tools }),
  };
}

function messageOf(item: InputItem): ModelMessage[] {
  switch (item.type ?? 'message') {
    case 'message': {
      const content = contentOf(item.content);
      if (item.role === 'assistant') return [{ role: 'assistant', content }];
      return [{ role: item.role === 'user' && !isContext(content) ? 'user' : 'system', content }];
    }
    case 'function_call':
    case 'custom_tool_call': {
      const call = { name: item.name ?? '', arguments: item.arguments ?? JSON.stringify({ input: item.input }) };
      return [{ role: 'assistant', content: null, tool_calls: [{ id: item.call_id ?? '', function: call }] }];
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ role: 'tool', content: contentOf(item.output), tool_call_id: item.call_id ?? '' }];
    case 'reasoning':
      return [{ role: 'assistant', content: null }];
    default:
      return [];
  }
}

function contentOf(content: string | readonly ContentPart[] | undefined): string | readonly ModelMessagePart[] {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map((part) =>
    part.image_url === undefined
      ? { type: 'text', text: part.text ?? '' }
      : { type: 'image_url', image_url: { url: part.image_url } },
  );
}

function isContext(content: string | readonly ModelMessagePart[]): boolean {
  const parts = typeof content === 'string' ? [content] : content.map(({ text }) => text ?? '');
  return parts.length > 0 && parts.every((text) => CONTEXT.test(text));
}

function joined(one: ModelMessage, other: ModelMessage): ModelMessage {
  const words = [one.content, other.content].flatMap((content) => (content ? [content] : []));
  const calls = [...(one.tool_calls ?? []), ...(other.tool_calls ?? [])];
  return {
    role: 'assistant',
    content: words.length === 0 ? null : words.map(asText).join('\n'),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function asText(content: string | readonly ModelMessagePart[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
}

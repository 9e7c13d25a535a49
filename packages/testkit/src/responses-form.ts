import type { AnswerForm, StreamPiece } from './answer-form.js';
import type { ModelRequestBody } from './model-request.js';
import type { AnswerStep, StepTool, StepUsage } from './model-step.js';
import type { OfferedTool } from './read-responses.js';

/** The Responses API, as far as codex 0.171.0 reads it. */
export const responsesForm: AnswerForm = { stream, whole: (step, body) => response(step, body, items(step, body)) };

/** An item of the answer's output. */
type Item = Readonly<Record<string, unknown>>;

let made = 0;

function nextId(kind: string): string {
  made += 1;
  return `${kind}-${made}`;
}

function stream(step: AnswerStep, body: ModelRequestBody, boundary: number): readonly StreamPiece[] {
  const all = items(step, body);
  const pieces = [event({ type: 'response.created', response: { id: nextId('response'), status: 'in_progress' } })];
  for (const [index, item] of all.entries()) {
    pieces.push(event({ type: 'response.output_item.added', output_index: index, item: begun(item) }));
    pieces.push(...deltas(step, item, index, boundary));
    // Without an end there is no item either: that is what an answer looks like that stops in the middle.
    if (step.finish !== null)
      pieces.push(event({ type: 'response.output_item.done', output_index: index, item }, { closes: true }));
  }
  if (step.finish === null) return pieces;
  const type = step.finish === 'length' ? 'response.incomplete' : 'response.completed';
  return [...pieces, event({ type, response: response(step, body, all) }, { closes: true })];
}

function event(data: Item, more: Partial<StreamPiece> = {}): StreamPiece {
  return { lines: `event: ${data.type}\ndata: ${JSON.stringify(data)}`, words: 0, closes: false, ...more };
}

function items(step: AnswerStep, body: ModelRequestBody): readonly Item[] {
  const reasoning = {
    type: 'reasoning',
    id: nextId('reasoning'),
    summary: [{ type: 'summary_text', text: step.thinking }],
  };
  const message = {
    type: 'message',
    id: nextId('message'),
    role: 'assistant',
    content: [{ type: 'output_text', text: step.text, annotations: [] }],
  };
  return [
    ...(step.thinking === '' ? [] : [reasoning]),
    ...(step.text === '' ? [] : [message]),
    ...step.tools.map((call) => callItem(call, body)),
  ];
}

/** A tool that the agent offers as a free-form one takes its input as it is, and one in a namespace is called with that. */
function callItem({ name, arguments: given }: StepTool, body: ModelRequestBody): Item {
  const ids = { id: nextId('item'), call_id: nextId('call') };
  const offered = (body.offered ?? []) as readonly OfferedTool[];
  if (offered.find((tool) => tool.name === name)?.type === 'custom')
    return { type: 'custom_tool_call', ...ids, name, input: given.input };
  const namespace = offered.find(({ tools }) => tools?.some((tool) => tool.name === name))?.name;
  const call = { type: 'function_call', ...ids, name, arguments: JSON.stringify(given) };
  return namespace === undefined ? call : { ...call, namespace };
}

function begun(item: Item): Item {
  if (item.type === 'message') return { ...item, content: [] };
  return item.type === 'reasoning' ? { ...item, summary: [] } : item;
}

function deltas(step: AnswerStep, item: Item, index: number, boundary: number): StreamPiece[] {
  const place = { item_id: item.id, output_index: index };
  if (item.type === 'reasoning')
    return [
      event({
        type: 'response.reasoning_summary_part.added',
        ...place,
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      }),
      event({ type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta: step.thinking }),
    ];
  if (item.type !== 'message') return [];
  const size = step.chunkSize ?? Math.max(20, Math.ceil(step.text.length / 200));
  const parts = [step.text.slice(0, boundary), step.text.slice(boundary)].flatMap((part) => cut(part, size));
  return parts.map((delta) =>
    event({ type: 'response.output_text.delta', ...place, content_index: 0, delta }, { words: delta.length }),
  );
}

function cut(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

function response(step: AnswerStep, body: ModelRequestBody, output: readonly Item[]): Item {
  const isCut = step.finish === 'length';
  return {
    id: nextId('response'),
    object: 'response',
    model: body.model,
    status: isCut ? 'incomplete' : 'completed',
    ...(isCut ? { incomplete_details: { reason: 'max_output_tokens' } } : {}),
    output,
    usage: tokens(step.usage),
  };
}

function tokens(usage: StepUsage) {
  const input = usage.input ?? 100;
  const output = usage.output ?? 5;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cached ?? 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    total_tokens: input + output,
  };
}

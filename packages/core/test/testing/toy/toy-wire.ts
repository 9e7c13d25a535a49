import type { Action, Failure, Model } from '../../../src/index.js';

/** A frame of the toy agent: any JSON object with a `type`; nothing else about it is believed before it was looked at. */
export type ToyFrame = Readonly<Record<string, unknown>> & { readonly type: string };

export function parseToyFrame(line: string): ToyFrame | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && typeof value.type === 'string' ? (value as ToyFrame) : undefined;
  } catch {
    return undefined;
  }
}

export function send(frame: ToyFrame): Action {
  return { type: 'send', line: JSON.stringify(frame) };
}

export function unknown(frame: ToyFrame | undefined): readonly Action[] {
  return [{ type: 'unknown', frame: frame?.type ?? 'not JSON' }];
}

/** The events of a frame that both transports read alike; undefined for any other frame. */
export function commonEvents(frame: ToyFrame): readonly Action[] | undefined {
  const id = string(frame.id);
  switch (frame.type) {
    case 'delta': {
      const text = string(frame.text);
      return text ? [{ type: 'text', channel: 'answer', text }] : [];
    }
    case 'tool': {
      const { phase } = frame;
      if (!id || (phase !== 'start' && phase !== 'end')) return undefined;
      const name = string(frame.name);
      const ok = typeof frame.ok === 'boolean' ? { ok: frame.ok } : {};
      return [
        {
          type: 'tool',
          phase,
          id,
          ...(name && { name }),
          ...(phase === 'start' && { input: frame.input ?? null }),
          ...ok,
        },
      ];
    }
    default:
      return undefined;
  }
}

/** What a `done` frame says beside the end itself. */
export function doneEvents(frame: ToyFrame): readonly Action[] {
  const { usage } = frame;
  if (!isRecord(usage)) return [];
  const [input, output] = [count(usage.input), count(usage.output)];
  return input === undefined || output === undefined ? [] : [{ type: 'usage', scope: 'prompt', input, output }];
}

export function failureOf(frame: ToyFrame): Failure {
  return { class: frame.kind === 'auth' ? 'auth' : 'agent', message: sentence(string(frame.message)) };
}

export function modelsOf(value: unknown): readonly Model[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((model) => {
    const [id, contextWindow] = [string(model.id), count(model.window)];
    return id ? [{ id, ...(contextWindow !== undefined && { contextWindow }) }] : [];
  });
}

/** One line without a final full stop, or words that say there was none. */
export function sentence(text: string | undefined): string {
  const line = (text ?? '').split(/[\r\n]+/).find((part) => part.trim() !== '') ?? '';
  return line.trim().replace(/[.\s]+$/, '') || 'the agent gave no reason';
}

export function string(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

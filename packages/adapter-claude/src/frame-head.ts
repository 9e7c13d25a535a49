/** What the beginning of a frame tells that was too long to be read. */
export interface FrameHead {
  /** Its type, as far as its first keys tell; undefined when it may be any. */
  readonly type: string | undefined;
  /** Whether it says, before anything long, that a prompt succeeded. */
  readonly succeeded: boolean;
}

/** Keys that stand at the top of one type of frame only. */
const TELLING: Readonly<Record<string, string>> = {
  message: 'message',
  event: 'stream_event',
  tools: 'system',
  request: 'control_request',
  response: 'control_response',
  result: 'result',
  is_error: 'result',
  num_turns: 'result',
  duration_api_ms: 'result',
  total_cost_usd: 'result',
  permission_denials: 'result',
  structured_output: 'result',
  modelUsage: 'result',
};

const KEY = /\s*[{,]?\s*"(\w+)"\s*:\s*/y;
const SCALAR = /("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=\s*[,}])/y;

/** Reads the keys at the top of a frame up to the first value that is a list, an object, or cut off. claude's keys come in any order. */
export function readHead(head: string): FrameHead {
  const fields = new Map<string, string>();
  let told: string | undefined;
  let at = 0;
  for (;;) {
    KEY.lastIndex = at;
    const key = KEY.exec(head)?.[1];
    if (key === undefined) break;
    told ??= Object.hasOwn(TELLING, key) ? TELLING[key] : undefined;
    SCALAR.lastIndex = KEY.lastIndex;
    const value = SCALAR.exec(head)?.[1];
    if (value === undefined) break;
    fields.set(key, value);
    at = SCALAR.lastIndex;
  }
  const type = /^"(\w+)"$/.exec(fields.get('type') ?? '')?.[1];
  return {
    type: type ?? told,
    succeeded: fields.get('subtype') === '"success"' && fields.get('is_error') === 'false',
  };
}

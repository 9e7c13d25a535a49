/** A request's id, as JSON-RPC has it here. */
export type RequestId = string | number;

/**
 * Finds the id of a message that is too long to be parsed, from its beginning or its end: clients write the id before the
 * parameters or after them. Undefined where neither part shows it.
 * @param head the first characters of the message @param tail its last characters
 */
export function findRequestId(head: string, tail: string): RequestId | undefined {
  return idInHead(head) ?? idInTail(tail);
}

/** Walks the members of the outermost object as far as the text goes. */
function idInHead(head: string): RequestId | undefined {
  const token = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s{}[\],:"]+))/gy;
  let depth = 0;
  let key: string | undefined;
  let expectsKey = false;
  for (let match = token.exec(head); match !== null; match = token.exec(head)) {
    const [, text, mark, word] = match;
    if (mark === '{' || mark === '[') {
      depth += 1;
      expectsKey = depth === 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
    } else if (depth === 1 && mark === ',') {
      expectsKey = true;
    } else if (depth === 1 && text !== undefined && expectsKey) {
      key = text;
      expectsKey = false;
    } else if (depth === 1 && mark === undefined && key === '"id"') {
      // A number at the very end of the head may go on behind it.
      const isWhole = text !== undefined || token.lastIndex < head.length;
      return isWhole ? readId(text ?? word ?? '') : undefined;
    }
  }
  return undefined;
}

/** The id as the last or last but one member of the outermost object; a quotation mark inside a text is escaped and does not fit. */
function idInTail(tail: string): RequestId | undefined {
  const match = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  return match?.[1] === undefined ? undefined : readId(match[1]);
}

function readId(text: string): RequestId | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || Number.isSafeInteger(value) ? (value as RequestId) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The part of stderr that a failure report shows: the first and last lines within `limit` characters. Lines that are protocol frames
 * (stdout's business) are counted by type and not shown, unless `keepEvents`; their content may be a prompt or a tool's output.
 */
export function stderrText(stderr: string, limit: number, keepEvents: boolean): string | undefined {
  const kept: string[] = [];
  const suppressed = new Map<string, number>();
  for (const line of stderr.split('\n')) {
    const type = keepEvents ? undefined : frameType(line);
    if (type === undefined) kept.push(line.trimEnd());
    else suppressed.set(type, (suppressed.get(type) ?? 0) + 1);
  }
  let text = headAndTail(kept.join('\n').trim(), limit);
  if (suppressed.size > 0) {
    const total = [...suppressed.values()].reduce((sum, count) => sum + count, 0);
    const kinds = [...suppressed].map(([type, count]) => `${type}×${count}`).join(', ');
    text += `${text === '' ? '' : '\n'}[${total} protocol ${total === 1 ? 'line' : 'lines'} on stderr not shown: ${kinds}]`;
  }
  return text === '' ? undefined : text;
}

function frameType(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const type: unknown = JSON.parse(line)?.type;
    return typeof type === 'string' ? type.slice(0, 60) : undefined;
  } catch {
    return undefined;
  }
}

function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const head = Math.floor(limit / 2);
  const gap = text.length - limit;
  return `${text.slice(0, head)}\n[… ${gap} characters left out …]\n${text.slice(text.length - (limit - head))}`;
}

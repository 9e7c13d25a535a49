/** What Linux's `/proc/PID/stat` says of a process, as far as it matters here. */
export interface ProcStat {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks between the machine's boot and the process's start. */
  readonly startTime: number;
  /** It has ended and only waits to be collected (a zombie). */
  readonly ended: boolean;
}

/**
 * Reads the text of `/proc/PID/stat`; undefined when it is not one. The second field is the program's name in parentheses, which
 * may itself hold blanks and parentheses, so the last closing one counts.
 */
export function parseProcStat(text: string): ProcStat | undefined {
  const close = text.lastIndexOf(') ');
  if (close < 0) return undefined;
  const fields = text.slice(close + 2).split(' ');
  const [state = '', parent, group, session] = fields;
  const threads = Number(fields[17]);
  const startTime = Number(fields[19]);
  if (!Number.isFinite(startTime)) return undefined;
  return {
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime,
    // A process whose first thread has ended looks like a zombie while its other threads go on.
    ended: state === 'X' || state === 'x' || (state === 'Z' && threads <= 1),
  };
}

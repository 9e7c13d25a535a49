import type { Ending, Report } from '@agentmount/core';
import { callText } from './head-line.js';
import { earlierText, noteLines, type ReportTextOptions, reportHead } from './report-text.js';
import { filesLine, statsLine } from './stats-line.js';

/**
 * A turn that gave no answer, as the caller reads it: the cause by name, how the turn ended, the last words and the progress, and
 * the exact call that goes on from there.
 */
export function failureText(report: Report, options: ReportTextOptions): string {
  const { agent } = options;
  const head = [
    reportHead(report),
    `[error: ${report.cause?.message ?? `${agent} gave no answer`}]`,
    ...noteLines(report, options),
    endingText(agent, report.ending),
    report.cause?.remedy === undefined ? undefined : `To mend it: ${report.cause.remedy}.`,
  ];
  const sections = [
    head.filter((line) => line !== undefined).join('\n'),
    ...earlierText(agent, report.earlier ?? []),
    report.said === undefined ? undefined : `last thing ${agent} said:\n${report.said}`,
    progressText(agent, report),
    report.shape === undefined ? undefined : `what arrived instead:\n${report.shape}`,
    report.stderr === undefined ? undefined : `stderr:\n${report.stderr}`,
    (options.next ?? ((one) => nextText(agent, one)))(report),
  ];
  return sections.filter((section) => section !== undefined).join('\n\n');
}

function endingText(agent: string, ending: Ending): string {
  switch (ending) {
    case 'closed':
      return 'The turn closed itself: what it said until then is complete.';
    case 'cut-off':
      return 'The process was cut off: its last words may be missing.';
    case 'never-started':
      return `The prompt never reached ${agent}.`;
  }
}

function progressText(agent: string, report: Report): string | undefined {
  if (report.ending === 'never-started') return undefined;
  const lines = ['progress before it ended:', statsLine(agent, report.stats), filesLine(agent, report.files)];
  return lines.filter((line) => line !== undefined).join('\n');
}

function nextText(agent: string, report: Report): string {
  if (!report.resumable || report.session === undefined) {
    return `There is no session to continue. To try again: ${callText(agent, { prompt: '…' })}`;
  }
  const lines = [
    'The session exists, with everything up to there. To continue it:',
    callText(`${agent}_reply`, { session: report.session, prompt: '…' }),
  ];
  const timedOut = report.cause?.class === 'timeout' && report.timeoutMs !== undefined;
  if (timedOut) lines.push(`If the task needs longer, give a larger timeout_ms (it was ${report.timeoutMs}).`);
  return lines.join('\n');
}

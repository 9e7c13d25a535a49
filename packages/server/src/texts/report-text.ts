import type { Answer, EarlierAnswer, Report } from '@agentmount/core';
import { failureText } from './failure-text.js';
import { headLine } from './head-line.js';
import { filesLine, statsLine } from './stats-line.js';

/** Whose report it is, and what a reader should know about how it is given. */
export interface ReportTextOptions {
  /** The adapter's name. */
  readonly agent: string;
  /** A sentence for the reader that is not part of the report itself. */
  readonly remark?: string;
  /** How to go on after a failure, for a reader who does not call tools; absent: the calls that do. */
  readonly next?: (report: Report) => string;
}

/** A report as the caller reads it: the answer and what stands around it, never the transcript. */
export function reportText(report: Report, options: ReportTextOptions): string {
  if (report.status !== 'completed' || report.answer === undefined) return failureText(report, options);
  const { agent } = options;
  const earlier = earlierText(agent, report.earlier ?? []);
  const answer = answerText(agent, report.answer);
  const foot = ['---', statsLine(agent, report.stats), filesLine(agent, report.files)];
  return [
    [reportHead(report), ...noteLines(report, options)].join('\n'),
    ...earlier,
    earlier.length === 0 ? answer : `answer:\n${answer}`,
    foot.filter((line) => line !== undefined).join('\n'),
  ].join('\n\n');
}

/** The first line of a report; the turn's id stands in for a session that never came to be. */
export function reportHead(report: Report): string {
  return report.session === undefined ? headLine({ turn: report.turn }) : headLine({ session: report.session });
}

/** What a reader must know beside the answer, one line each. */
export function noteLines(report: Report, options: ReportTextOptions): string[] {
  const remark = options.remark === undefined ? [] : [`[note: ${options.remark}]`];
  return [...remark, ...report.notices.map((notice) => `[warning: ${notice}]`)];
}

/** What the prompts before the last one came to. */
export function earlierText(agent: string, earlier: readonly EarlierAnswer[]): string[] {
  return earlier.map((answer) => {
    const label = answer.interrupted ? `what ${agent} had said when your message came` : 'earlier answer in this turn';
    return `${label}:\n${answerText(agent, answer)}`;
  });
}

function answerText(agent: string, answer: Answer): string {
  const text = answer.text.trim() === '' ? `(${agent} ended without a word)` : answer.text;
  const shown = answer.text.length;
  if (answer.file !== undefined) {
    return `${text}\n\n[the answer has ${answer.characters} characters; these are the first ${shown}, all of it is in ${answer.file}]`;
  }
  if (answer.characters > shown) {
    return `${text}\n\n[cut: the first ${shown} of ${answer.characters} characters, as ${agent.toUpperCase()}_MCP_MAX_OUTPUT says]`;
  }
  return text;
}

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Report } from '@agentmount/core';
import { failureText, filesLine, noteLines, reportFacts, statsLine } from '@agentmount/server';
import type { CommandIo, CommandOutput } from '../program/command-io.js';
import { safeText } from '../program/safe-text.js';

/** Prints a report for a person: the whole answer on stdout and nothing else, everything else on stderr. */
export async function printReport(agent: string, report: Report, { stdout, stderr }: CommandIo): Promise<void> {
  const say = (text: string) => void stderr.write(`${safeText(text)}\n`);
  if (report.status !== 'completed' || report.answer === undefined) {
    say(failureText(report, { agent, next: (one) => nextText(agent, one) }));
    return;
  }
  const { text, characters, file } = report.answer;
  if (file !== undefined && !stdout.isTTY) await pipeline(createReadStream(file), stdout, { end: false });
  else await write(stdout, stdout.isTTY ? safeText(await wholeText(report.answer)) : text);
  if (text !== '' && !text.endsWith('\n')) await write(stdout, '\n');
  if (text.trim() === '') say(`(${agent} ended without a word)`);
  if (file === undefined && characters > text.length) {
    say(`[cut: the first ${text.length} of ${characters} characters, as ${agent.toUpperCase()}_MCP_MAX_OUTPUT says]`);
  }
  const lines = [...noteLines(report, { agent }), statsLine(agent, report.stats), filesLine(agent, report.files)];
  for (const line of lines) if (line !== undefined) say(line);
  if (report.resumable && report.session !== undefined) say(`To continue: ${resumeText(agent, report.session)}`);
}

/** Prints a report for a program: one JSON object on one line of stdout. */
export async function printJson(agent: string, report: Report, { stdout }: CommandIo): Promise<void> {
  const { answer, earlier, said, stderr, shape, timeoutMs } = report;
  const texts = { said, stderr, shape, timeoutMs, earlier };
  const whole = answer === undefined ? {} : { answer: await wholeText(answer) };
  await write(stdout, `${JSON.stringify({ agent, ...reportFacts(report), ...whole, ...texts })}\n`);
}

async function wholeText({ text, file }: NonNullable<Report['answer']>): Promise<string> {
  return file === undefined ? text : readFile(file, 'utf8');
}

function nextText(agent: string, report: Report): string {
  if (!report.resumable || report.session === undefined) return 'There is no session to continue.';
  const lines = ['The session exists, with everything up to there. To continue it:', resumeText(agent, report.session)];
  if (report.cause?.class === 'timeout' && report.timeoutMs !== undefined) {
    lines.push(`If the task needs longer, give a larger --timeout-ms (it was ${report.timeoutMs}).`);
  }
  return lines.join('\n');
}

function resumeText(agent: string, session: string): string {
  return `agentmount run ${agent} --resume ${session} "…"`;
}

/** Resolves when the reader took it, or has gone: `head` reads what it wants and leaves. */
function write(output: CommandOutput, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text, () => resolve());
  });
}

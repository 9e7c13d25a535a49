import type { Report } from '@agentmount/core';

/** The facts of a report for programs; texts that a model reads are not repeated in it. */
export function reportFacts(report: Report): Readonly<Record<string, unknown>> {
  const { model, rounds, tools, inputTokens, outputTokens, cost, elapsedMs } = report.stats;
  const facts = {
    turn: report.turn,
    session: report.session,
    status: report.status,
    ending: report.ending,
    cause: report.cause,
    resumable: report.resumable,
    cwd: report.cwd,
    transport: report.transport,
    model,
    rounds,
    tools: Object.fromEntries(tools),
    usage: inputTokens === undefined && outputTokens === undefined ? undefined : { inputTokens, outputTokens },
    cost,
    elapsedMs,
    files: report.files,
    notices: report.notices,
    answerCharacters: report.answer?.characters,
    answerFile: report.answer?.file,
  };
  // JSON leaves an undefined field out; doing it here keeps the facts the same for those who read them without JSON.
  return JSON.parse(JSON.stringify(facts)) as Record<string, unknown>;
}

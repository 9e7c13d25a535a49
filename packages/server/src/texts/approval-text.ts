import type { ParkedApproval } from '@agentmount/core';
import { callText } from './head-line.js';
import { shortDuration } from './numbers.js';

const LONGEST_INPUT = 2000;
/** How many requests are shown; a caller answers one after the other. */
const MOST_SHOWN = 10;

/** Approvals that wait for an answer, as the caller reads them: what is asked, how long it may wait, and how to answer. */
export function approvalText(
  agent: string,
  turn: string,
  approvals: readonly ParkedApproval[],
  options: { readonly now: number; readonly personOnly: boolean },
): string {
  const asked = approvals.slice(0, MOST_SHOWN).map((approval) => {
    const left = shortDuration(Math.max(0, approval.expiresAt - options.now));
    return `[needs approval: ${approval.id} · ${approval.tool} · denied by itself in ${left}]\n${inputText(approval.input)}`;
  });
  const more = approvals.length - asked.length;
  const left = more > 0 ? [`[${more} more need approval, and are shown when these have been answered]`] : [];
  return [...asked, ...left, howToAnswer(agent, turn, approvals, options.personOnly)].join('\n');
}

/** What a person reads who is to allow or deny a request. @param title the agent's name as people know it */
export function questionText(title: string, cwd: string, approval: ParkedApproval): string {
  return `${title} asks to use ${approval.tool} in ${cwd}:\n${inputText(approval.input)}`;
}

function howToAnswer(agent: string, turn: string, approvals: readonly ParkedApproval[], personOnly: boolean): string {
  const which: Record<string, string> = approvals.length > 1 ? { approval: approvals[0]?.id ?? '' } : {};
  const answer = (command: string) => callText(`${agent}_send`, { turn, ...which, command });
  const wait = `Then ${callText(`${agent}_wait`, { turn })}.`;
  if (personOnly)
    return `Only a person may allow it, whom ${agent}_wait asks where the host can. To refuse: ${answer('deny')}. ${wait}`;
  return `To answer: ${answer('allow')} or ${answer('deny')}. ${wait}`;
}

function inputText(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input, shortened) ?? '');
  return cut(text);
}

/** Long texts are cut before they are written down: a tool's input may be megabytes. */
function shortened(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? cut(value) : value;
}

function cut(text: string): string {
  return text.length > LONGEST_INPUT ? `${text.slice(0, LONGEST_INPUT)}… (${text.length} characters)` : text;
}

import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ParkedApproval, Turn } from '@agentmount/core';
import { answerForPerson, approvalQuestion, questionKey } from '@agentmount/server';
import type { StatusDisplay } from './status-display.js';

/** A question that stands on the terminal. */
interface Asked {
  readonly key: string;
  readonly at: number;
  readonly lines: Interface;
  readonly input: Readable;
}

/**
 * Asks the person at the terminal what the agent asks, one request after the other, and hands the answers to the turn. Only a `y` that was
 * typed after the question stood there allows; the end of the input denies. A question that nobody has to answer any more is taken back.
 * @param title the agent's name as people know it @param open opens what the person types on
 * @returns stops asking
 */
export function askOnTerminal(title: string, turn: Turn, open: () => Readable, display: StatusDisplay): () => void {
  let asked: Asked | undefined;

  const takeBack = () => {
    const before = asked;
    asked = undefined;
    before?.lines.close();
    // Its own stream is opened anew for each question; stdin is only left alone until then.
    if (before !== undefined && before.input !== process.stdin) before.input.destroy();
    if (before !== undefined) display.resume();
    return before !== undefined;
  };
  const look = () => {
    const view = turn.view();
    const isOpen = view.state !== 'stopping' && view.state !== 'finishing' && view.state !== 'ended';
    const [approval] = isOpen ? view.approvals : [];
    const key = approval && questionKey(approval);
    if (key === asked?.key) return;
    if (takeBack()) display.say('(no answer is needed any more)');
    if (approval === undefined || key === undefined) return;
    display.say(`${approvalQuestion(title, view, approval).message}\n${PROMPT}`);
    display.pause();
    const input = open();
    // Without raw mode Ctrl-C stays a signal, and the terminal itself lets the person edit the line.
    asked = { key, at: performance.now(), input, lines: createInterface({ input, terminal: false }) };
    asked.lines.on('line', (line) => key === asked?.key && read(approval, line));
    asked.lines.on('close', () => key === asked?.key && answer(approval, 'deny', Number.POSITIVE_INFINITY));
    if (input.readableEnded) asked.lines.close();
  };
  const read = (approval: ParkedApproval, line: string) => {
    const decision = DECISIONS.get(line.trim().toLowerCase());
    if (decision === undefined) display.say(PROMPT);
    else answer(approval, decision, performance.now() - (asked?.at ?? 0));
  };
  const answer = (approval: ParkedApproval, decision: 'allow' | 'deny', tookMs: number) => {
    takeBack();
    const isTaken = answerForPerson(turn, approval, { action: 'accept', content: { decision }, tookMs });
    if (!isTaken) display.say('That was typed before the question could be read.');
    look();
  };
  const stopListening = turn.onChange(look);
  look();
  return () => {
    stopListening();
    takeBack();
  };
}

const PROMPT = 'Allow it? y or n, then Enter:';
const DECISIONS: ReadonlyMap<string, 'allow' | 'deny'> = new Map([
  ['y', 'allow'],
  ['yes', 'allow'],
  ['n', 'deny'],
  ['no', 'deny'],
]);

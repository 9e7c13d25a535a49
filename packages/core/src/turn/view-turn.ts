import type { Tally } from './tally.js';
import type { ParkedApproval, TurnState, TurnView } from './turn.js';
import type { Phase } from './turn-phases.js';
import type { CheckedRequest } from './turn-services.js';

/** What a turn's view is made of. */
export interface ViewParts {
  readonly id: string;
  readonly request: CheckedRequest;
  readonly session: string | undefined;
  readonly phase: Phase | 'finishing';
  readonly queuedFor: TurnView['queuedFor'];
  readonly createdAt: number;
  readonly elapsedMs: number;
  readonly tally: Tally;
  readonly lastActivityAt: number | undefined;
  readonly messagesSent: number;
  readonly approvals: readonly ParkedApproval[];
}

export function viewTurn(parts: ViewParts): TurnView {
  const { id, request, session, phase, queuedFor, tally, lastActivityAt } = parts;
  const { traits, setup } = request;
  const model = tally.model ?? setup.model;
  const { runningTool, usage } = tally;
  return {
    id,
    state: STATES[phase],
    cwd: setup.cwd,
    transport: setup.transport,
    createdAt: parts.createdAt,
    elapsedMs: Math.round(parts.elapsedMs),
    tools: tally.tools,
    messagesSent: parts.messagesSent,
    approvals: parts.approvals,
    steer: traits.steer ? 'delivers' : traits.interrupt ? 'redirects' : 'impossible',
    ...(session !== undefined && { session }),
    ...(phase === 'queued' && queuedFor !== undefined && { queuedFor }),
    ...(model !== undefined && { model }),
    ...(runningTool !== undefined && { runningTool }),
    ...(usage !== undefined && { inputTokens: usage.input, outputTokens: usage.output }),
    ...(lastActivityAt !== undefined && { lastActivityAt }),
  };
}

/** Between two prompts a turn is running for whoever looks at it. */
const STATES: Record<ViewParts['phase'], TurnState> = {
  queued: 'queued',
  starting: 'starting',
  running: 'running',
  redirecting: 'redirecting',
  between: 'running',
  stopping: 'stopping',
  finishing: 'finishing',
  ended: 'ended',
};

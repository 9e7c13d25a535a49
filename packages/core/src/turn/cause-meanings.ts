import type { Meaning } from '../runner/refusal-meanings.js';
import type { CauseClass, Ending } from './report.js';

/** Every {@link CauseClass}. A report's own message is more exact, and often has a remedy of its own. */
export const causeMeanings: Readonly<Record<CauseClass, Meaning>> = {
  auth: {
    meaning: "Nobody is logged in to the agent, or the model's provider refused its key.",
    next: "Start the agent in a terminal and log in, or put the provider's key into the environment of the server.",
  },
  rate: {
    meaning: "The model's provider limits the rate, the quota is used up, or it is overloaded.",
    next: 'Try again later, or use another model.',
  },
  model: {
    meaning: 'The model is unknown, or refused the request for another reason than the key or the rate.',
    next: 'Name a model that X_models lists.',
  },
  'session-unknown': {
    meaning: 'The agent does not know the session that it was asked to continue.',
    next: 'Begin a new session with X.',
  },
  protocol: {
    meaning:
      'The agent did not keep to the wire that its adapter knows: no handshake, no end, a lost frame, or no answer.',
    next: 'Continue the session with X_reply; when it happens again, use a version of the agent inside the tested range.',
  },
  spawn: {
    meaning: 'The process could not be started.',
    next: 'Mend what the message names: the program, its directory, or a limit of the system.',
  },
  timeout: {
    meaning: 'A deadline passed: that of the start, or that of the turn.',
    next: 'Continue the session with X_reply, with a larger timeout_ms if the task needs it.',
  },
  limit: {
    meaning: 'A budget of the agent itself ended the work: turns, tool calls, time, tokens.',
    next: "Continue the session with X_reply, or raise the budget in the agent's own settings.",
  },
  agent: {
    meaning: 'The agent ended badly for any other reason: it crashed, was killed, or reported an error.',
    next: 'Read what it said last and its stderr, both in the report; then continue the session with X_reply.',
  },
  busy: {
    meaning: 'Another process holds the session.',
    next: 'Call again when that turn has ended, or end the process that the message names.',
  },
  aborted: {
    meaning: 'A caller stopped the turn with X_send.',
    next: 'Continue the session with X_reply if the work should go on.',
  },
  cancelled: {
    meaning: 'The host cancelled the call that waited for the turn, or its task.',
    next: 'Continue the session with X_reply if the work should go on; wait_ms keeps a call shorter than the limit of the host.',
  },
  shutdown: {
    meaning: 'The server was told to end while the turn ran.',
    next: 'Continue the session with X_reply once the server runs again.',
  },
  person: {
    meaning: 'A person on this machine ended the turn from another program.',
    next: 'Ask that person before the work is begun again.',
  },
};

/** Every {@link Ending}: how far what a failed turn said can be relied on. */
export const endingMeanings: Readonly<Record<Ending, string>> = {
  closed: 'The agent ended the prompt by its own protocol; what it said until then is complete.',
  'cut-off': 'The process died or was killed; the last words may be missing.',
  'never-started': 'No prompt reached the agent; nothing was done.',
};

/** A file or a folder that servers keep beside the session index. */
export interface StateFile {
  /** Path from the state folder; words in capitals stand for what differs, and the index for whatever `X_MCP_STATE` names it. */
  readonly path: string;
  /** What it holds, as one sentence. */
  readonly holds: string;
  /** When it goes, as one sentence. */
  readonly goes: string;
  /** Matches the paths from the state folder that are meant. */
  readonly pattern: RegExp;
}

/** Everything that servers write into the state folder, which belongs to one user: folders have the mode 0700, files 0600. */
export const stateFiles: readonly StateFile[] = [
  {
    path: 'sessions.json',
    holds:
      'The index: for each session its id, directory, model, transport, last status, times and running totals, and the server that runs it now. No prompt and no answer.',
    goes: 'Never; the sessions used longest ago leave it once there are more than X_MCP_MAX_SESSIONS.',
    pattern: /^sessions\.json$/,
  },
  {
    path: 'sessions.json.lock',
    holds: 'Which server is changing the index.',
    goes: "After the change, which takes milliseconds; a dead server's is taken over.",
    pattern: /^sessions\.json\.lock$/,
  },
  {
    path: 'sessions.json.damaged-TIME-PID',
    holds: 'An index that could not be read, as it was found.',
    goes: 'Never by itself: delete it when nothing in it is missed.',
    pattern: /^sessions\.json\.damaged-/,
  },
  {
    path: 'locks/SESSION.lock',
    holds: 'Which server, and which agent, writes the session: process, start time, boot and machine.',
    goes: "With the turn; a dead server's is taken over at once, and swept away at the first turn of the next server.",
    pattern: /^locks(\/.+\.lock)?$/,
  },
  {
    path: 'slots/STATE-DEPTH-ORDER.json',
    holds: 'One turn that runs or waits, on any server: its id, agent, directory, session, times, and its server.',
    goes: 'With the turn.',
    pattern: /^slots(\/(running|waiting)-d\d+-.+\.json)?$/,
  },
  {
    path: 'slots.lock',
    holds: 'Which server is counting the turns.',
    goes: "After the count, which takes milliseconds; a dead server's is taken over.",
    pattern: /^slots\.lock$/,
  },
  {
    path: 'stops/TURN-KEY.json',
    holds: 'The wish of a person that a turn of another process ends.',
    goes: 'As soon as the server of that turn has seen it, or is dead.',
    pattern: /^stops(\/.+\.json)?$/,
  },
  {
    path: 'answers/TURN.md',
    holds: 'An answer of more than 1,000,000 characters, whole.',
    goes: 'After seven days, or when there are more than a hundred.',
    pattern: /^answers(\/.+\.md)?$/,
  },
  {
    path: 'FILE.KEY.draft, .FILE.KEY.unfinished, FILE.after-KEY',
    holds: 'A file on its way to its name, or the claim to the lock of a dead server.',
    goes: 'At once; what a killed process left is swept away later.',
    pattern: /\.(draft|unfinished)$|\.after-[0-9a-f]+$/,
  },
];

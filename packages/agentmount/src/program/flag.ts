/** A flag of a command, as data: read by it and documented from it. */
export interface Flag {
  /** Without its dashes: `approval-mode`. */
  readonly name: string;
  /** What stands for its value in the help; absent: it is a switch and takes none. */
  readonly takes?: string;
  /** Whether it may be given more than once. */
  readonly repeats?: boolean;
  /** What it is for, as one line without a full stop. */
  readonly meaning: string;
}

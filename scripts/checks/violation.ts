/** A place in the sources that breaks a rule of the workspace. */
export interface Violation {
  /** Path from the root of the workspace, with forward slashes. */
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

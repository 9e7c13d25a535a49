/** A process that could not be ended. */
export interface Survivor {
  readonly pid: number;
  /** `refused`: it belongs to another user (started through sudo, say). `stuck`: the kernel does not let go of it (it waits for a device or a network file system). */
  readonly reason: 'refused' | 'stuck';
}

import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';

/** The environment variable by which a process's descendants are found, wherever they have gone. */
export const MARKER_VARIABLE = 'AGENTMOUNT_PROCESS';

/** The server that a marker was made by. */
export interface MarkerOwner {
  readonly pid: number;
  /** As in a process table's entry; 0 where it is not told at once. */
  readonly startTime: number;
  /** The process table that `pid` counts in, as Linux numbers them; 0 elsewhere. */
  readonly table: number;
}

const OWNED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-(\d{1,10})-(\d{1,15})-(\d{1,15})$/;

/**
 * A marker that no other process has. It names the server that made it, so that what the server's death left behind can be told from
 * what still has an owner.
 * @param startTime this process's own, as its process table tells it
 */
export function newMarker(startTime: number | undefined): string {
  return [randomUUID(), process.pid, startTime ?? 0, thisTable()].join('-');
}

/** The server that made a marker; undefined for text that {@link newMarker} did not make. */
export function markerOwner(marker: string): MarkerOwner | undefined {
  const [, pid, startTime, table] = OWNED.exec(marker) ?? [];
  if (pid === undefined) return undefined;
  return { pid: Number(pid), startTime: Number(startTime), table: Number(table) };
}

/**
 * The variable's value for a new process. It holds the markers of all processes around it as well (an agent may itself run a
 * server like this one), so that each of them finds everything below it.
 */
export function markerValue(marker: string, inherited: string | undefined): string {
  return inherited ? `${inherited}:${marker}` : marker;
}

/** Whether a value of the variable names `marker`. */
export function hasMarker(value: string, marker: string): boolean {
  return markersIn(value).includes(marker);
}

/** The markers in a value of the variable, the outermost first. */
export function markersIn(value: string): readonly string[] {
  return value.split(':');
}

let table: number | undefined;

/** The process table that this process's id counts in; 0 where there is only one, or it is not told. */
export function thisTable(): number {
  table ??= readTable();
  return table;
}

function readTable(): number {
  try {
    return Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

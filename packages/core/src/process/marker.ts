/** The environment variable by which a process's descendants are found, wherever they have gone. */
export const MARKER_VARIABLE = 'AGENTMOUNT_PROCESS';

/**
 * The variable's value for a new process. It holds the markers of all processes around it as well (an agent may itself run a
 * server like this one), so that each of them finds everything below it.
 */
export function markerValue(marker: string, inherited: string | undefined): string {
  return inherited ? `${inherited}:${marker}` : marker;
}

/** Whether a value of the variable names `marker`. */
export function hasMarker(value: string, marker: string): boolean {
  return value.split(':').includes(marker);
}

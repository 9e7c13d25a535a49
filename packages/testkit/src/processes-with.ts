import { type ProcessSelector, processMatcher } from './process-selector.js';
import { type ProcessRecord, snapshotProcesses } from './process-snapshot.js';

/** Every live process (no zombie, not this one) that the selector fits, also orphans that left their parents. */
export async function processesWith(selector: ProcessSelector): Promise<ProcessRecord[]> {
  const fits = processMatcher(selector);
  const all = await snapshotProcesses();
  return all.filter((record) => record.pid !== process.pid && !'ZX'.includes(record.state) && fits(record));
}

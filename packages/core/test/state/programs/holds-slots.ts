// A server that holds slots until its stdin ends: folder, limit, how many.
import { SharedSlots } from '../../../src/state/shared-slots.ts';
import type { Slot } from '../../../src/state/slots.ts';
import { StateFolder } from '../../../src/state/state-folder.ts';

const [folder = '', limit = '1', count = '1'] = process.argv.slice(2);
const slots = new SharedSlots({
  folder: new StateFolder({ statePath: `${folder}/sessions.json` }),
  limit: Number(limit),
  depth: 0,
});
const held: Slot[] = [];
for (let number = 1; number <= Number(count); number += 1) {
  held.push(await slots.acquire({ turn: `h${number}`, agent: 'toy', cwd: '/' }, new AbortController().signal));
  process.stdout.write(`held ${number}\n`);
}
process.stdin.on('end', async () => {
  for (const slot of held) await slot.release();
});
process.stdin.resume();

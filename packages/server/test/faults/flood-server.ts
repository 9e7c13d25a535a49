import { setTimeout as delay } from 'node:timers/promises';
import { type HostileKinds, type RawMessage, type RawServer, type ServerWatch, watchServer } from '@agentmount/testkit';
import { type HostileSetup, startHostile } from './hostile-setup.js';

export const MB = 1_000_000;
/** What a server may take on top of what it takes when it is idle, bytes. */
export const MOST_ABOVE_IDLE = 100 * MB;

/** A turn's report; a call that returns because an approval waits is followed by others. */
export async function runTurn(server: RawServer, prompt: string): Promise<string> {
  const call = async (name: string, given: object) =>
    textOf(await server.request('tools/call', { name, arguments: { wait_ms: 600_000, ...given } }, 300_000));
  for (let text = await call('qwen', { prompt }); ; await delay(200)) {
    const turn = /^[^\n]*\[turn: (\w+)\]\n\[running/.exec(text)?.[1];
    if (turn === undefined) return text;
    text = await call('qwen_wait', { turn });
  }
}

/** Runs one turn of a flooding agent on a server of its own, and watches the server. The setup has to be disposed of. */
export async function floodServer<Kind extends keyof HostileKinds>(
  kind: Kind,
  options: HostileKinds[Kind],
): Promise<{ setup: HostileSetup; server: RawServer; text: string; watch: ServerWatch }> {
  const setup = await startHostile(kind, options);
  const server = await setup.raw();
  await server.initialize();
  // What a first turn loads is not the flood's.
  await runTurn(server, 'calm');
  let text = '';
  const watch = await watchServer(server, async () => {
    text = await runTurn(server, 'go');
  });
  return { setup, server, text, watch };
}

function textOf({ result }: RawMessage): string {
  return (result?.content as { readonly text: string }[] | undefined)?.[0]?.text ?? '';
}

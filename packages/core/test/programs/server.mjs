// Stands for a server: starts the programs that argv names (as JSON, a list of specs), and says `{ lifeline, agents }` as one line once each has
// said something. Then does what stdin says: `end` ends the agents and itself, `exit` exits on the spot; it waits for ever otherwise.
import './from-source.mjs';

const { startProcess } = await import('../../src/process/start-process.ts');
const { sharedLifeline } = await import('../../src/process/lifeline.ts');

const agents = [];
for (const spec of JSON.parse(process.argv[2])) {
  const agent = await startProcess(spec);
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  agents.push(agent);
}
const said = agents.map(({ pid, marker }) => ({ pid, marker }));
process.stdout.write(`${JSON.stringify({ lifeline: sharedLifeline().pid, agents: said })}\n`);
process.stdin.on('data', async (chunk) => {
  if (chunk.toString().trim() === 'exit') process.exit(0);
  await Promise.all(agents.map((agent) => agent.end({ politeMs: 0, killGraceMs: 200 })));
  await sharedLifeline().close();
  process.exit(0);
});

// Says how deep it is in delegations.
import './from-source.mjs';

const { delegationDepth } = await import('../../src/process/delegation-depth.ts');
const { processTable } = await import('../../src/process/process-table.ts');
process.stdout.write(String(await delegationDepth(process.env, processTable())));

import { readManifest } from '@agentmount/server';
import { commands } from './commands.js';
import { processIo } from './program/process-io.js';
import { runProgram } from './program/run-program.js';

const manifest = readManifest(new URL('../package.json', import.meta.url));
process.exitCode = await runProgram(manifest, commands, process.argv.slice(2), processIo());

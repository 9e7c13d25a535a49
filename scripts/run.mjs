#!/usr/bin/env node
// The one way into the workspace's tasks. It runs on the Node.js that a machine happens to have (18 or newer), installs
// what is missing, and then uses the workspace's own Node.js. Plain JavaScript without dependencies for that reason.
import { testAgents } from './tasks/agents.mjs';
import { bench } from './tasks/bench.mjs';
import { build } from './tasks/build.mjs';
import { check } from './tasks/check.mjs';
import { demo } from './tasks/demo.mjs';
import { docs } from './tasks/docs.mjs';
import { enableHooks, runPreCommit } from './tasks/hooks.mjs';
import { install } from './tasks/install.mjs';
import { TaskFailure } from './tasks/process.mjs';
import { publishVersions, setVersions } from './tasks/release.mjs';
import { fix, test, testLive, testSlow } from './tasks/tools.mjs';

const tasks = {
  demo,
  bench,
  test,
  'test:live': testLive,
  'test:slow': testSlow,
  'test:agents': testAgents,
  build: (args) => build({ fromScratch: !args.includes('--changed') }),
  check,
  docs,
  fix,
  hooks: enableHooks,
  'pre-commit': runPreCommit,
  'release:version': setVersions,
  'release:publish': publishVersions,
};

const [name, ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined) {
  console.error(`Unknown task ${JSON.stringify(name ?? '')}. Tasks: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}

try {
  await install();
  process.exitCode = (await task(args)) ?? 0;
} catch (error) {
  if (!(error instanceof TaskFailure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

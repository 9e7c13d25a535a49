import { findLeftovers, type Leftover } from '@agentmount/core';
import { chooseAgents } from '../shared/choose-agents.js';
import { defineCommand } from '../shared/command.js';
import { EXIT } from '../shared/command-call.js';
import { jsonText } from '../shared/json-text.js';
import { readArgs } from '../shared/read-args.js';
import { plain } from '../shared/table.js';
import { type Diagnosis, diagnoseAgent } from './diagnose-agent.js';
import type { Finding } from './finding.js';

/** `doctor`: whether each agent could work, and what to do where it could not. */
export const doctor = defineCommand(
  {
    name: 'doctor',
    takes: '[AGENT…] [--json]',
    help: [
      [
        'Looks at each agent as a server would use it: finds its program, asks its version, starts it, asks for its models, and ends it.',
        'No prompt is sent and nothing is spent. Every line says that something is in order, or what to do.',
      ].join('\n'),
      'It exits with 1 when something keeps an agent from working.',
    ],
  },
  async ({ args, io, agents }) => {
    const { words, flags } = readArgs(args, { json: 'boolean' });
    const diagnoses: Diagnosis[] = [];
    // One after the other: agents that start at the same time slow each other down, and a handshake is measured.
    for (const agent of chooseAgents(agents, words)) {
      const diagnosis = await diagnoseAgent(agent, io);
      diagnoses.push(diagnosis);
      if (!flags.json) io.stdout.write(section(`${diagnosis.title} (${diagnosis.agent})`, diagnosis.findings));
    }
    const machine = (await findLeftovers(io.home)).map(leftoverFinding);
    const isWell = diagnoses.every(({ findings }) => findings.every(({ status }) => status !== 'problem'));
    if (flags.json) io.stdout.write(jsonText({ ok: isWell, agents: diagnoses, machine }));
    else {
      const none: Finding = { about: 'leftovers', status: 'ok', text: 'no process of a dead server is left' };
      io.stdout.write(section('This machine', machine.length === 0 ? [none] : machine));
    }
    return isWell ? EXIT.done : EXIT.failed;
  },
);

/** It keeps nothing from working: it takes memory, and may go on with what it was told. */
function leftoverFinding({ server, processes }: Leftover): Finding {
  const pids = processes.map(({ pid }) => pid).join(' ');
  return {
    about: 'leftovers',
    status: 'note',
    text: `server ${server} is dead, and its agents have left ${pids} running`,
    next: `end them with "agentmount stop --all", or with "kill ${pids}"`,
  };
}

const MARKS = { ok: 'ok', note: 'note', problem: 'PROBLEM' } as const;

function section(title: string, findings: readonly Finding[]): string {
  const mark = Math.max(...Object.values(MARKS).map(({ length }) => length));
  const about = Math.max(...findings.map((finding) => finding.about.length));
  const lines = findings.flatMap((finding) => {
    const head = `  ${MARKS[finding.status].padEnd(mark)}  ${finding.about.padEnd(about)}  `;
    const next = finding.next === undefined ? [] : [`${' '.repeat(head.length)}${plain(finding.next)}.`];
    return [`${head}${plain(finding.text)}`, ...next];
  });
  return `${title}\n${lines.join('\n')}\n\n`;
}

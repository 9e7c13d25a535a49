import { realpathSync } from 'node:fs';
import type { ProgramCommand } from '@agentmount/server';
import { doctor, hosts } from '../commands.js';
import { ownServer } from '../hosts/own-server.js';

/**
 * What a program that serves one agent offers to people.
 * @param server the name under which a host knows the program
 */
export function serverCommands(server: string): readonly ProgramCommand[] {
  return [
    { name: 'doctor', summary: 'says whether the agent can work here, and what to do where it cannot', run: doctor },
    {
      name: 'hosts',
      summary: 'prints what to put into the configuration of MCP hosts, and writes it with --write',
      run: (call) => {
        const { platform, execPath, argv } = process;
        const program = { name: call.program, script: realpathSync(argv[1] ?? ''), node: execPath, platform };
        return hosts({ ...call, platform, server: ownServer(program, server, []) });
      },
    },
  ];
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentHome } from '@agentmount/testkit';

/** An extension of pi that asks before each shell command, and brings some commands of its own. */
const SOURCE = `
export default function (pi) {
  pi.on('tool_call', async (event, ctx) => {
    if (event.toolName !== 'bash') return;
    const { command } = event.input;
    if (command.includes('pick')) {
      const picked = await ctx.ui.select('Which?', ['Yes', 'No']);
      if (picked !== 'Yes') return { block: true, reason: 'picked ' + picked };
      return;
    }
    const options = command.includes('timed') ? { timeout: 300 } : undefined;
    if (!(await ctx.ui.confirm('Run it?', command, options))) return { block: true, reason: 'not confirmed' };
  });
  pi.registerCommand('greet', { handler: async (args, ctx) => ctx.ui.notify('Hello ' + args, 'info') });
  pi.registerCommand('delegate', { handler: async (args) => { pi.sendUserMessage(args); } });
  pi.registerCommand('renew', { handler: async (args, ctx) => { await ctx.newSession(); } });
  pi.registerCommand('stumble', { handler: async () => { throw new Error('no luck today.'); } });
}
`;

/** Gives the extension to the pi of `home`. */
export async function addGateExtension(home: AgentHome, source = SOURCE): Promise<void> {
  const folder = join(home.home, '.pi', 'agent', 'extensions');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'gate.ts'), source);
}

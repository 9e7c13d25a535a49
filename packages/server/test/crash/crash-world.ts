import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ProcessRecord, processesWith, processMatcher } from '@agentmount/testkit';
import { type HostileSetup, startHostile } from '../faults/hostile-setup.js';
import { CrashServer } from './crash-server.js';
import type { SeededRandom } from './seeded-random.js';

/** Sessions that are remembered: more than all rounds make. */
const MOST_SESSIONS = 5_000;

/** Several servers on one state folder, and what their hosts were told. */
export class CrashWorld implements AsyncDisposable {
  readonly setup: HostileSetup;
  readonly told = new Set<string>();
  readonly servers: CrashServer[] = [];
  #started = 0;

  static async create(servers: number): Promise<CrashWorld> {
    const setup = await startHostile('keeps-sessions', {}, { MAX_SESSIONS: String(MOST_SESSIONS) });
    const world = new CrashWorld(setup);
    for (let count = 0; count < servers; count += 1) world.servers.push(await world.startServer(count));
    return world;
  }

  private constructor(setup: HostileSetup) {
    this.setup = setup;
  }

  /** Every other server keeps a process waiting. */
  async startServer(place: number): Promise<CrashServer> {
    this.#started += 1;
    const { command } = this.setup;
    const env = { ...command.env, QWEN_MCP_SPARES: String(place % 2) };
    return CrashServer.start(`server-${this.#started}`, { ...command, env }, this.told);
  }

  /** What is there of one server: itself, its watchdog, its agents and all that came of them. */
  async processesOf(server: CrashServer): Promise<ProcessRecord[]> {
    const mine = (record: ProcessRecord) => {
      const value = record.environment.AGENTMOUNT_PROCESS ?? '';
      return value === server.mark || value.startsWith(`${server.mark}:`);
    };
    return (await processesWith(this.setup.agent.processes)).filter(mine);
  }

  /** Kills one agent of a server, if it has any. */
  async killAgent(server: CrashServer, random: SeededRandom): Promise<boolean> {
    const isAgent = processMatcher({ commandIncludes: this.setup.agent.bin });
    const agents = (await this.processesOf(server)).filter(
      (record) => record.pid !== server.raw.pid && isAgent(record),
    );
    if (agents.length === 0) return false;
    try {
      process.kill(random.pick(agents).pid, 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  /** The sessions in the index, read as any program would read it. @throws SyntaxError when it is damaged */
  async indexed(): Promise<ReadonlySet<string>> {
    const text = await readFile(this.setup.statePath, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{ "sessions": {} }';
      throw error;
    });
    return new Set(Object.keys((JSON.parse(text) as { readonly sessions: object }).sessions));
  }

  /** Files in the state folder that nothing but an accident makes. */
  async strays(): Promise<string[]> {
    const names = await readdir(dirname(this.setup.statePath)).catch(() => []);
    return names.filter((name) => name.includes('.damaged-'));
  }

  /** Names of what is in a folder of the state. */
  async stateFiles(folder: string): Promise<string[]> {
    return readdir(join(dirname(this.setup.statePath), folder)).catch(() => []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.servers.map(({ raw }) => raw.dispose()));
    await this.setup[Symbol.asyncDispose]();
  }
}

// A server with a turn of one session, until its stdin ends: folder, session, and perhaps the pid of its agent.
import { FileSessionLocks } from '../../../src/state/file-session-locks.ts';
import { StateFolder } from '../../../src/state/state-folder.ts';

const [folder = '', session = '', agent] = process.argv.slice(2);
const locks = new FileSessionLocks({ folder: new StateFolder({ statePath: `${folder}/sessions.json` }) });
const lease = await locks.acquire(session, new AbortController().signal);
if (agent !== undefined) await lease.nameAgent(Number(agent));
process.stdout.write('held\n');
process.stdin.on('end', () => void lease.release());
process.stdin.resume();

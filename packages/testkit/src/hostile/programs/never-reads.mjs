// Shakes hands and never reads again: a long prompt fills the pipe and stays there.
import { mark, say, session } from './speak-qwen.mjs';

export function run() {
  if (process.argv.includes('--version')) return void process.stdout.write('0.24.4\n');
  setInterval(() => undefined, 60_000);
  process.stdin.once('data', async (data) => {
    process.stdin.pause();
    const { request_id } = JSON.parse(data.toString().split('\n')[0]);
    const response = { subtype: 'initialize', session_id: session };
    await say({ type: 'control_response', response: { subtype: 'success', request_id, response } });
    mark('deaf');
  });
}

import { qwenAdapter } from '@agentmount/adapter-qwen';
import { instructions, mountAdapter, readSettings } from '@agentmount/server';
import { it } from 'vitest';
it('x', () => {
  const { settings } = readSettings(qwenAdapter, { environment: {}, home: '/h' });
  const { tools } = mountAdapter({ adapter: qwenAdapter, settings, createRunner: () => Promise.reject(new Error('no')) });
  const listed = tools.map(({ name, description, inputSchema, hints }) => ({ name, description, inputSchema, annotations: hints }));
  for (const t of listed) console.log(JSON.stringify(t).length, JSON.stringify(t, null, 1));
  console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: listed } }).length);
  const i = instructions([qwenAdapter]);
  console.log(i.length, i);
});

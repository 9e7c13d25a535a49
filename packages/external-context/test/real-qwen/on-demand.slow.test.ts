import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-programs.js';
import { substituteExample } from '../support/examples.js';
import { createOnDemandQwen, searchTool } from '../support/on-demand-qwen.js';
import { minutes, qwenVersion, runHeadless } from '../support/real-qwen.js';

type Qwen = Awaited<ReturnType<typeof createOnDemandQwen>>;

const settings = substituteExample('managed-settings.json', {}) as { tools: object; permissions: object };

/** The names of the tools whose schemas the model got with its first request. */
function toolsOfFirstRequest(qwen: Qwen): string[] {
  const tools = (qwen.model.requests[0]?.body.tools ?? []) as { function?: { name?: string } }[];
  return tools.map((each) => each.function?.name ?? '');
}

function addUserServer(qwen: Qwen, name: string): void {
  const path = join(qwen.home.home, '.qwen/settings.json');
  const own = JSON.parse(readFileSync(path, 'utf8'));
  qwen.write(path, { ...own, mcpServers: { [name]: qwen.canary(name) } });
}

describe.runIf(process.platform !== 'win32')(`on demand, qwen ${qwenVersion}`, { timeout: minutes(10) }, () => {
  it('D7: starts another server of the person beside the pin, unless only ours is allowed', async () => {
    await using qwen = await createOnDemandQwen();
    addUserServer(qwen, 'other');
    const onlyOurs = ['--allowed-mcp-server-names', 'external-context'];
    expect((await qwen.ask({ arguments: onlyOurs })).stdout).toContain('canary-context-51');
    expect(qwen.hasStarted('other')).toBe(false);
    expect((await qwen.ask()).stdout).toContain('canary-context-51');
    expect(qwen.hasStarted('other')).toBe(true);
  });

  it.each([
    ['a list of excluded servers', { mcp: { excluded: ['external-context'] } }],
    ['a list of allowed servers', { mcp: { allowed: ['none'] } }],
    ['a rule', { permissions: { deny: [searchTool] } }],
  ])('D7: lets a project suppress the server by %s; the corpus is then not asked', async (_, project) => {
    await using qwen = await createOnDemandQwen();
    qwen.inRepository('.qwen/settings.json', project);
    const result = await qwen.ask();
    expect(result.stdout).not.toContain('canary-context-51');
    expect(qwen.provider.requests).toEqual([]);
  });

  it('D8: shows the schema at once only when it is told to, and the permission rule holds either way', async () => {
    await using qwen = await createOnDemandQwen();
    const { tools, ...rest } = settings;
    expect((await qwen.ask({ systemSettings: { ...rest, tools: { approvalMode: 'default' } } })).stdout).toContain(
      'canary-context-51',
    );
    expect(toolsOfFirstRequest(qwen)).not.toContain(searchTool);
    expect(JSON.stringify(qwen.model.requests[0]?.body).includes(searchTool)).toBe(true);
    await using visible = await createOnDemandQwen();
    expect((await visible.ask()).stdout).toContain('canary-context-51');
    expect(toolsOfFirstRequest(visible)).toContain(searchTool);
    expect(tools).toHaveProperty('visible', [searchTool]);
  });

  it('D9: asks a model who may do what unless the mode is pinned, and without a rule refuses either way', async () => {
    await using qwen = await createOnDemandQwen();
    const { permissions: _permissions, ...withoutRule } = settings;
    expect((await qwen.ask({ systemSettings: withoutRule })).stdout).not.toContain('canary-context-51');
    const withoutMode = { $version: 4 };
    expect((await qwen.ask({ systemSettings: withoutMode })).stdout).not.toContain('canary-context-51');
    expect(qwen.provider.requests).toEqual([]);
  });

  it('D10: links the extension only for somebody who says yes, and then runs its server', async () => {
    await using qwen = await createOnDemandQwen();
    const extension = join(qwen.home.directory, 'extension');
    qwen.write(
      join(extension, 'qwen-extension.json'),
      readFileSync(join(import.meta.dirname, '../../qwen-extension.json'), 'utf8'),
    );
    qwen.write(join(extension, 'dist/search-server.js'), readFileSync(await builtProgram('search-server'), 'utf8'));
    const link = (input: string) => runHeadless(qwen.home, ['extensions', 'link', extension], { input });
    const list = async () => (await runHeadless(qwen.home, ['extensions', 'list'])).stdout;
    expect((await link('')).code).toBe(0);
    expect(await list()).not.toContain('external-context');
    expect((await link('y\n')).code).toBe(0);
    expect(await list()).toContain('external-context');
    expect((await qwen.ask({ isPinned: false })).stdout).toContain('canary-context-51');
  });
});

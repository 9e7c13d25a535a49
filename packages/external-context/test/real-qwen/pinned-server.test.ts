import { describe, expect, it } from 'vitest';
import { CREDENTIAL } from '../support/configurations.js';
import { corpusItem, createOnDemandQwen } from '../support/on-demand-qwen.js';
import { minutes, qwenVersion } from '../support/real-qwen.js';

describe.runIf(process.platform !== 'win32')(`qwen ${qwenVersion} with --mcp-config`, { timeout: minutes(5) }, () => {
  it("D7: starts the pinned server and not the project's of the same name, and asks nobody", async () => {
    await using qwen = await createOnDemandQwen();
    qwen.inRepository('.qwen/settings.json', { mcpServers: { 'external-context': qwen.canary('project') } });
    qwen.inRepository('.mcp.json', { mcpServers: { 'external-context': qwen.canary('file') } });
    const result = await qwen.ask();
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toContain('The model saw: {"untrusted_external_context":');
    expect(result.stdout).toContain('canary-context-51');
    expect([qwen.hasStarted('project'), qwen.hasStarted('file')]).toEqual([false, false]);
    expect(qwen.provider.requests).toHaveLength(1);
    expect(qwen.provider.requests[0]).toMatchObject({
      body: '{"query":"when are deploys","limit":5}',
      headers: { authorization: `Bearer ${CREDENTIAL}` },
    });
    // The brackets came through: the model can read what the corpus says.
    const seen = qwen.model.requests.at(-1)?.toolResults.at(-1) ?? '';
    expect(JSON.parse(seen).untrusted_external_context.items).toEqual([corpusItem]);
    expect(qwen.model.requests.some(({ body }) => JSON.stringify(body).includes(CREDENTIAL))).toBe(false);
  });
});

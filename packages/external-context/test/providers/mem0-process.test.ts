import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../support/certificate.js';
import { CREDENTIAL, CREDENTIAL_NAME, writeConfiguration } from '../support/configurations.js';
import { contextOf, createHook } from '../support/hook.js';
import { startScriptedProvider } from '../support/scripted-provider.js';
import { startScriptedProxy } from '../support/scripted-proxy.js';

const memory = {
  id: 'm-1',
  memory: 'Deploys happen on Fridays.',
  score: 0.4,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: null,
};

/** The hook, bound to Mem0; and a server that speaks for api.mem0.ai, to which a proxy leads. */
async function createMem0(certificateHost = 'api.mem0.ai') {
  const certificate = createCertificate(certificateHost);
  const mem0 = await startScriptedProvider({ results: [memory] }, certificate);
  const proxy = await startScriptedProxy(mem0.port);
  const hook = await createHook();
  const provider = { type: 'mem0-platform-v3', apiKeyEnv: CREDENTIAL_NAME, appId: 'handbook' };
  const autoRecall = { repositoryRoot: hook.folder, timeoutMs: 5000 };
  const configured = writeConfiguration(hook.folder, { version: 2, provider, autoRecall });
  const authority = join(hook.folder, 'authority.pem');
  writeFileSync(authority, certificate.certificate);
  return {
    hook,
    mem0,
    proxy,
    env: { ...configured, HTTPS_PROXY: proxy.url },
    trusting: { NODE_EXTRA_CA_CERTS: authority },
    async [Symbol.asyncDispose]() {
      for (const part of [proxy, mem0, hook]) await part[Symbol.asyncDispose]();
    },
  };
}

describe('the hook with Mem0', () => {
  it('asks over TLS, by way of the proxy, and as Mem0 wants it', async () => {
    await using set = await createMem0();
    const result = await set.hook.run({ env: { ...set.env, ...set.trusting } });
    const item = { id: 'm-1', content: 'Deploys happen on Fridays.', score: 0.4 };
    expect(contextOf(result)).toMatchObject({ untrusted_external_context: { items: [item] } });
    expect(set.proxy.asked).toEqual(['CONNECT api.mem0.ai:443']);
    expect(set.mem0.requests).toHaveLength(1);
    expect(set.mem0.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v3/memories/search/',
      headers: { host: 'api.mem0.ai', authorization: `Token ${CREDENTIAL}` },
    });
    expect(JSON.parse(set.mem0.requests[0]?.body ?? '')).toEqual({
      query: 'when are deploys',
      filters: { app_id: 'handbook' },
      top_k: 5,
      threshold: 0.1,
      rerank: false,
    });
  });

  it('asks nobody who cannot prove to be Mem0, whatever the environment allows', async () => {
    await using stranger = await createMem0();
    const lax = { ...stranger.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(contextOf(await stranger.hook.run({ env: lax }))).toBeUndefined();
    await using other = await createMem0('api.mem0.example');
    expect(contextOf(await other.hook.run({ env: { ...other.env, ...other.trusting } }))).toBeUndefined();
    expect([stranger.mem0.requests, other.mem0.requests]).toEqual([[], []]);
    expect([stranger.proxy.asked.length, other.proxy.asked.length]).toEqual([1, 1]);
  });
});

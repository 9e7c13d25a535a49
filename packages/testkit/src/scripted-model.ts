import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Fixture } from '@copilotkit/aimock';
import type { AnswerForm } from './answer-form.js';
import { type AnswerResult, answerRequest } from './answer-request.js';
import { chatForm } from './chat-form.js';
import type { ModelRequest, ModelRequestBody, ModelRequestOutcome } from './model-request.js';
import {
  type ChosenStep,
  type ModelScript,
  type ScriptMatch,
  ScriptProgress,
  type ScriptStep,
} from './model-script.js';
import type { ModelStep } from './model-step.js';
import { status } from './model-steps.js';
import { requestImages, requestToolResults, userPrompts } from './read-messages.js';
import { type ResponsesBody, readResponses } from './read-responses.js';
import { responsesForm } from './responses-form.js';
import { waitFor } from './wait-for.js';

/** What `startScriptedModel()` takes; everything is optional. */
export interface ScriptedModelOptions {
  /** Answers the prompts that no script matches. Default: HTTP 400 that names the prompt, which agents do not retry. */
  readonly otherwise?: ModelStep;
  /** Model ids of `GET /v1/models`. Default `fake-1`, `fake-2`. */
  readonly models?: readonly string[];
}

/** An OpenAI-compatible model server on loopback that says what the test wrote down, in chat completions and in the Responses API. */
export interface ScriptedModel extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** Every request for an answer so far, oldest first; one of the Responses API in the form of chat completions. */
  readonly requests: readonly ModelRequest[];
  /**
   * Fixtures of aimock, for the other APIs (Anthropic, Gemini) that the same port serves. The array is live: push to it.
   */
  readonly fixtures: Fixture[];
  /** Says how the conversation about one prompt goes: each step answers one model request. A newer script wins. */
  script(match: ScriptMatch, steps: readonly ScriptStep[]): ModelScript;
  /**
   * The first request, past or future, that fits.
   * @param fits a part of the prompt, or a predicate. @throws Error naming what came in instead, after `timeoutMs` (60,000).
   */
  waitForRequest(fits: string | ((request: ModelRequest) => boolean), timeoutMs?: number): Promise<ModelRequest>;
  /** Ends every open answer and the server. */
  close(): Promise<void>;
}

/** Starts a scripted model. @see ScriptProgress for which step answers which request. */
export async function startScriptedModel(options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const fixtures: Fixture[] = [];
  const scripts: ScriptProgress[] = [];
  const closing = new AbortController();
  const models = options.models ?? ['fake-1', 'fake-2'];

  function choose(request: ModelRequest): { script?: ScriptProgress; chosen: ChosenStep } {
    const found = scripts
      .map((script) => ({ script, position: script.promptPosition(request) }))
      .filter(({ position }) => position >= 0)
      .reduce<{ script: ScriptProgress; position: number } | undefined>(
        (best, next) => (best === undefined || next.position >= best.position ? next : best),
        undefined,
      );
    try {
      if (found !== undefined) return { script: found.script, chosen: found.script.choose(request, found.position) };
      const refusal = status(400, `No script matches the prompt ${JSON.stringify(request.text.slice(0, 200))}.`);
      return { chosen: { index: -1, step: options.otherwise ?? refusal, settle: () => undefined } };
    } catch (error) {
      return { chosen: { index: -1, step: status(400, (error as Error).message), settle: () => undefined } };
    }
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse, api: Api): Promise<void> {
    const body = api.read(await readBody(incoming));
    if (body === undefined) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'The body is not JSON with a list of messages or of input.' } }));
      return;
    }
    const ended = Promise.withResolvers<ModelRequestOutcome>();
    const request: ModelRequest & { outcome: ModelRequestOutcome; step?: number } = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body,
      text: userPrompts(body).at(-1)?.text ?? '',
      images: requestImages(body),
      toolResults: requestToolResults(body),
      at: Date.now(),
      outcome: 'open',
      ended: ended.promise,
    };
    const { script, chosen } = choose(request);
    if (script !== undefined) {
      request.step = chosen.index;
      script.requests.push(request);
    }
    requests.push(request);
    const closed = new AbortController();
    let clientClosed = false;
    response.once('close', () => {
      if (response.writableFinished) return;
      clientClosed = !closing.signal.aborted;
      closed.abort();
    });
    let result: AnswerResult = 'interrupted';
    try {
      result = await answerRequest(
        response,
        chosen.step,
        body,
        api.form,
        AbortSignal.any([closed.signal, closing.signal]),
      );
    } finally {
      chosen.settle(result === 'usable');
      request.outcome = outcome(result, clientClosed);
      ended.resolve(request.outcome);
    }
  }

  async function handleRequest(incoming: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    if (incoming.method === 'GET' && path === '/models') {
      const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'scripted' }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
      return true;
    }
    const api = incoming.method === 'POST' ? APIS[path] : undefined;
    if (api === undefined) return false;
    await serve(incoming, response, api);
    return true;
  }

  const { server, url } = await createServer(fixtures, { port: 0, host: '127.0.0.1' }, [
    { path: '/v1', handler: { handleRequest } },
  ]);

  async function close(): Promise<void> {
    if (closing.signal.aborted) return;
    closing.abort();
    const done = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await done;
  }

  return {
    url,
    baseUrl: `${url}/v1`,
    requests,
    fixtures,
    script(match, steps) {
      const script = new ScriptProgress(match, steps);
      scripts.push(script);
      return {
        requests: script.requests,
        remove() {
          const index = scripts.indexOf(script);
          if (index >= 0) scripts.splice(index, 1);
        },
      };
    },
    async waitForRequest(fits, timeoutMs = 60_000) {
      const matches = typeof fits === 'string' ? (request: ModelRequest) => request.text.includes(fits) : fits;
      return waitFor(() => requests.find(matches), {
        timeoutMs,
        what: () =>
          `a model request that fits ${String(fits)}; ${requests.length} came in: ${JSON.stringify(requests.map((request) => request.text.slice(0, 80)))}`,
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function outcome(result: AnswerResult, clientClosed: boolean): ModelRequestOutcome {
  if (result === 'cut') return 'cut';
  if (result !== 'interrupted') return 'answered';
  return clientClosed ? 'client-closed' : 'server-closed';
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** One of the ways in which a model is asked. */
interface Api {
  readonly form: AnswerForm;
  /** The body in the form of chat completions; undefined when it is none of this API. */
  read(body: unknown): ModelRequestBody | undefined;
}

const APIS: Readonly<Record<string, Api>> = {
  '/chat/completions': {
    form: chatForm,
    read: (body) =>
      Array.isArray((body as ModelRequestBody | undefined)?.messages) ? (body as ModelRequestBody) : undefined,
  },
  '/responses': {
    form: responsesForm,
    read: (body) =>
      Array.isArray((body as ResponsesBody | undefined)?.input) ? readResponses(body as ResponsesBody) : undefined,
  },
};

/** One part of a message's content, as OpenAI-compatible clients send it. */
export interface ModelMessagePart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** One message of a request body. */
export interface ModelMessage {
  readonly role: string;
  readonly content?: string | readonly ModelMessagePart[] | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** The fields of a chat-completions body that tests look at; everything else is kept. */
export interface ModelRequestBody {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [field: string]: unknown;
}

/**
 * How a request ended. `answered`: the whole answer went out (a scripted HTTP failure counts, too).
 * `client-closed`: the client closed the connection before that. `cut`: a script destroyed it.
 * `server-closed`: the model was closed while the answer was under way.
 */
export type ModelRequestOutcome = 'open' | 'answered' | 'client-closed' | 'cut' | 'server-closed';

/** One entry of the model's journal. */
export interface ModelRequest {
  /** Path with query, such as `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: ModelRequestBody;
  /** Text of the last user message that a person or caller wrote; agents' reminders are left out. */
  readonly text: string;
  /** URLs (mostly `data:`) of every image in the request. */
  readonly images: readonly string[];
  /** Text of the tool results in the request, in order. */
  readonly toolResults: readonly string[];
  /** When it came in, in milliseconds since the epoch. */
  readonly at: number;
  /** Index of the step that answers it; absent where no script matched. */
  readonly step?: number;
  readonly outcome: ModelRequestOutcome;
  /** Resolves with the outcome once the connection is done with this request. */
  readonly ended: Promise<ModelRequestOutcome>;
}

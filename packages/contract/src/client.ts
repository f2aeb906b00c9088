import type { ProblemBody } from '@troupe/domain/problem';
import type { z } from 'zod';
import type { Call, CallOutput } from './call.ts';

/** The input of a call. Parts with no required fields can be omitted. */
export type ClientInput<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;
type Part<Name extends string, S extends z.ZodType> =
  Record<never, never> extends z.input<S> ? { [K in Name]?: z.input<S> } : { [K in Name]: z.input<S> };

/** Long enough to be unique among a day's requests, short enough to read out. */
const REFERENCE_LENGTH = 8;

/** A failed call. `status` is 0 if there was no response (network error). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: Partial<ProblemBody>;
  /** The first part of the request's ID, which finds its lines in the log; null without a response. */
  readonly reference: string | null;
  constructor(status: number, body: Partial<ProblemBody>, message: string, requestId: string | null = null) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown');
    this.body = body;
    this.reference = requestId?.slice(0, REFERENCE_LENGTH) ?? null;
  }
}

export interface ClientOptions {
  baseUrl: string;
  /** The current bearer token, or null when signed out. */
  token: () => string | null | Promise<string | null>;
  /** Additional headers sent with every call, such as feature flags. */
  headers?: () => Record<string, string>;
  fetch?: typeof fetch;
  /** The language of files, as a BCP 47 tag; without it, that of the browser. */
  fileLanguage?: () => string;
  /** Writes the messages of a problem in the reader's language; the API answers in English. */
  translate?: (problem: Partial<ProblemBody>) => Promise<Partial<ProblemBody>>;
  /** Writes the texts of an answer, such as why an action isn't possible, in the reader's language. */
  translateAnswer?: <Answer>(answer: Answer) => Promise<Answer>;
}

export type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Headers of this call alone. */
  headers?: Record<string, string>;
};

/**
 * Creates an API client: `const { call } = createClient(...)`, `call(getBrand, { params: { brandId
 * } })`.
 */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch;
  const translate = options.translate ?? (async (problem: Partial<ProblemBody>) => problem);

  async function request(
    spec: Call,
    input: LooseInput,
    extra: CallOptions,
    body?: BodyInit,
  ): Promise<Response> {
    const token = await options.token();
    const headers = Object.assign(
      { accept: 'application/json' },
      options.headers?.(),
      extra.headers,
    ) as Record<string, string>;
    if (token) headers.authorization = `Bearer ${token}`;
    if (extra.idempotencyKey) headers['idempotency-key'] = extra.idempotencyKey;
    const sendsJson = body === undefined && spec.method !== 'GET';
    if (sendsJson) headers['content-type'] = 'application/json';
    let response: Response;
    try {
      response = await send(options.baseUrl + urlOf(spec, input), {
        method: spec.method,
        headers,
        ...(sendsJson ? { body: JSON.stringify(input.body ?? {}) } : body === undefined ? {} : { body }),
        ...(extra.signal ? { signal: extra.signal } : {}),
      });
    } catch (error) {
      if (extra.signal?.aborted) throw error;
      const text = "Couldn't reach the server. Check your connection and try again.";
      throw new CallError(0, {}, (await translate({ message: text })).message ?? text);
    }
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
    const text =
      problem.message ?? `The server returned an error (${response.status}). Try again in a moment.`;
    const { message = text, ...said } = await translate({ ...problem, message: text });
    const shown = { ...said, ...(problem.message ? { message } : {}) };
    throw new CallError(response.status, shown, message, response.headers.get('x-request-id'));
  }

  return {
    /** Makes a call and returns its response. Throws {@link CallError}. */
    async call<C extends Call>(
      spec: C,
      input: ClientInput<C>,
      extra: CallOptions = {},
    ): Promise<CallOutput<C>> {
      const response = await request(spec, input as LooseInput, extra);
      const answer = (await response.json()) as CallOutput<C>;
      return options.translateAnswer ? await options.translateAnswer(answer) : answer;
    },
    /** Uploads one file in the field `file`. */
    async upload<C extends Call>(
      spec: C,
      input: ClientInput<C>,
      file: Blob,
      name: string,
      extra: CallOptions = {},
    ) {
      const form = new FormData();
      form.append('file', file, name);
      const response = await request(spec, input as LooseInput, extra, form);
      return (await response.json()) as CallOutput<C>;
    },
    /** Downloads the file a call returns. */
    async download<C extends Call>(spec: C, input: ClientInput<C>, extra: CallOptions = {}): Promise<Blob> {
      const headers = { ...extra.headers };
      if (options.fileLanguage) headers['accept-language'] = options.fileLanguage();
      return (await request(spec, input as LooseInput, Object.assign({}, extra, { headers }))).blob();
    },
  };
}

export type Client = ReturnType<typeof createClient>;

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Returns the path and query string of a call. */
export function urlOf(spec: Call, input: LooseInput): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') query.append(name, String(each));
    }
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

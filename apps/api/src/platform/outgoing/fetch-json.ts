/** A JSON response, whatever its status. */
export interface JsonResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

export interface FetchLimits {
  /** Timeout for the complete response. */
  timeoutMs: number;
  mostBytes: number;
  /** False for statuses that need no body: a body that isn't JSON is then read as `{}`. */
  readsBody?: (status: number) => boolean;
}

/**
 * Calls a service once without following redirects. Returns a message if there is no usable response: unreachable,
 * timed out, server error (5xx), too large, or not JSON.
 */
export async function fetchJson(
  url: string | URL,
  init: RequestInit,
  limits: FetchLimits,
): Promise<JsonResponse | string> {
  const { timeoutMs, mostBytes, readsBody = () => true } = limits;
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const bytes = await bytesWithin(response.body, mostBytes);
    const { status, headers } = response;
    if (status >= 500) return `It responded with ${status}.`;
    if (bytes === null) return `Its response was larger than ${mostBytes / 1_000_000} MB.`;
    const body = jsonOf(bytes);
    if (body === undefined && readsBody(status)) return "Its response wasn't JSON.";
    return { status, headers, body: body === undefined ? {} : body };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return "It didn't respond in time.";
    return "It couldn't be reached.";
  }
}

/** Reads a body up to a size; null if it is larger. */
export async function bytesWithin(
  source: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** NUL and lone surrogates in JSON escapes: PostgreSQL stores neither. */
const UNSTORABLE = /\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i;

const kept = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

const keptValue = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return kept(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [kept(name), inner]));
};

/** Parses JSON into a storable form; undefined if invalid. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder().decode(bytes);
    return JSON.parse(text, UNSTORABLE.test(text) ? keptValue : undefined);
  } catch {
    return undefined;
  }
}

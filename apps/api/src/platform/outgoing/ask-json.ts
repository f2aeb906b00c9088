/** A service's answer that is JSON, whatever its status says. */
export interface Answered {
  status: number;
  body: unknown;
  headers: Headers;
}

export interface AskLimits {
  /** How long the service may take, to the end of its answer. */
  timeoutMs: number;
  mostBytes: number;
  /** False for an answer of which its status says enough: what is no JSON is read as `{}` then. */
  readsBody?: (status: number) => boolean;
}

/**
 * Asks a service once, and follows it nowhere else. Answers in words why there is nothing worth reading: it could not be
 * reached, took too long, failed by itself (5xx), or said too much or what is no JSON.
 */
export async function askJson(
  url: string | URL,
  init: RequestInit,
  limits: AskLimits,
): Promise<Answered | string> {
  const { timeoutMs, mostBytes, readsBody = () => true } = limits;
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const bytes = await bytesWithin(response.body, mostBytes);
    const { status, headers } = response;
    if (status >= 500) return `It answered ${status}.`;
    if (bytes === null) return `It answered more than ${mostBytes / 1_000_000} MB.`;
    const body = jsonOf(bytes);
    if (body === undefined && readsBody(status)) return 'It answered something that is not JSON.';
    return { status, headers, body: body === undefined ? {} : body };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'It did not answer in time.';
    return 'It could not be reached.';
  }
}

/** What comes in; null for more than so many bytes, of which no more is read. */
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

/** NUL and half characters, as JSON writes them: PostgreSQL holds neither, nor anything with one in it. */
const UNKEPT = /\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i;

const kept = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

const keptValue = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return kept(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [kept(name), inner]));
};

/** JSON that was sent, as it can be kept; undefined when it is none. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder().decode(bytes);
    return JSON.parse(text, UNKEPT.test(text) ? keptValue : undefined);
  } catch {
    return undefined;
  }
}

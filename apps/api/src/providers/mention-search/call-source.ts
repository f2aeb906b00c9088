import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type { SourceQuota } from '@troupe/domain/listening/listening-source';
import { SearchFailure } from '@troupe/domain/listening/mention-search';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { bytesWithin, fetchJson, type JsonResponse, jsonOf } from '../../platform/outgoing/fetch-json.ts';
import { fetchPublic, Unfetchable } from '../../platform/outgoing/fetch-public.ts';
import { retry } from '../../platform/outgoing/retry.ts';

/** How often a failed call is tried. */
const ATTEMPTS = 3;
const TIMEOUT_MS = 15_000;
const MOST_BYTES = 8_000_000;
const MAX_REDIRECTS = 3;

/** What all adapters need. */
export interface SourceParts {
  book: ProviderGuard;
  clock: Clock;
  /** Names the installation to sources, as they require. */
  userAgent: string;
  /** Whether addresses that people typed may lead to this machine, for the sandbox. */
  fromLoopback: boolean;
  timeoutMs?: number;
}

/** Who is called. */
export interface Callee {
  /** Name of its circuit: shared by everybody who calls the same service with the same key. */
  circuit: string;
  /** As people know it. */
  name: string;
}

export interface SourceCall extends Callee {
  url: URL;
  init?: { method?: string; headers?: Record<string, string>; body?: string };
  /** The host was typed by a person: only public addresses are called. */
  typed?: boolean;
  /** Turns a response that isn't JSON into one, for services that send errors as text. */
  textBody?(text: string): unknown;
  signal?: AbortSignal | undefined;
  /** One if each attempt may cost money. */
  attempts?: number;
}

/** Without a usable response; the message explains why. */
class NoResponse extends Error {}

/**
 * Calls a source with timeout and circuit breaker, up to three times if it fails (5xx, no response, no JSON). Only such
 * failures count against the source; what it says about a request doesn't.
 * @throws SearchFailure `held` or `unavailable`
 */
export async function callSource(parts: SourceParts, call: SourceCall): Promise<JsonResponse> {
  try {
    return await retry(
      async () => {
        const response = await once(parts, call);
        if (typeof response === 'string') throw new NoResponse(response);
        return response;
      },
      {
        attempts: call.attempts ?? ATTEMPTS,
        judge: (error) =>
          error instanceof NoResponse
            ? { health: 'down', again: !call.signal?.aborted, message: error.message }
            : { health: 'unknown' },
        circuit: {
          book: parts.book,
          provider: call.circuit,
          held: (until) =>
            new SearchFailure('held', `${call.name} failed repeatedly. We're giving it time.`, until),
        },
      },
    );
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    throw new SearchFailure('unavailable', `${call.name} isn't available. ${error.message}`);
  }
}

async function once(parts: SourceParts, call: SourceCall): Promise<JsonResponse | string> {
  const limits = { timeoutMs: parts.timeoutMs ?? TIMEOUT_MS, mostBytes: MOST_BYTES };
  const headers = { 'user-agent': parts.userAgent, accept: 'application/json' };
  const init = call.init ?? {};
  const all = Object.assign(headers, init.headers);
  if (call.typed) {
    const { fromLoopback } = parts;
    const more = { mostRedirects: MAX_REDIRECTS, fromLoopback, ...(call.signal && { signal: call.signal }) };
    try {
      const response = await fetchPublic(call.url.href, all, Object.assign(more, limits));
      if (response.status >= 500) return `It responded with ${response.status}.`;
      return jsonResponse(response.status, new Headers(response.headers), response.bytes, call);
    } catch (error) {
      if (!(error instanceof Unfetchable)) throw error;
      return error.message;
    }
  }
  const request = Object.assign({}, init, { headers: all });
  if (!call.textBody) return fetchJson(call.url, request, limits);
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const response = await fetch(call.url, Object.assign(request, { redirect: 'error' as const, signal }));
    const bytes = await bytesWithin(response.body, limits.mostBytes);
    if (response.status >= 500) return `It responded with ${response.status}.`;
    if (!bytes) return `Its response was larger than ${MOST_BYTES / 1_000_000} MB.`;
    return jsonResponse(response.status, response.headers, bytes, call);
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? "It didn't respond in time."
      : "It couldn't be reached.";
  }
}

function jsonResponse(
  status: number,
  headers: Headers,
  bytes: Buffer,
  { textBody }: SourceCall,
): JsonResponse | string {
  const body = jsonOf(bytes);
  if (body !== undefined) return { status, headers, body };
  if (textBody) return { status, headers, body: textBody(bytes.subarray(0, 2000).toString('utf8')) };
  // Refusals are often pages; their status says enough.
  return status >= 400 ? { status, headers, body: {} } : "Its response wasn't JSON.";
}

/** Parses a response; an unknown format counts as a failure of the source. */
export async function parseSource<T extends z.ZodType>(
  { book }: SourceParts,
  { circuit, name }: Callee,
  shape: T,
  body: unknown,
): Promise<z.output<T>> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  await book.recordCall({ provider: circuit, ok: false, message: `Unexpected response format (${where}).` });
  throw new SearchFailure('unavailable', `${name} returned a response that we can't read.`);
}

/** Parses each element of a list, leaving out those that are broken. */
export const readable = <T extends z.ZodType>(shape: T, list: readonly unknown[]): z.output<T>[] =>
  list.flatMap((one) => {
    const result = shape.safeParse(one);
    return result.success ? [result.data] : [];
  });

/** A quota of calls from the source's own headers; null without them. */
export function quotaOf(used: number, limit: number, resets: Date): SourceQuota | null {
  if (!Number.isFinite(used) || !Number.isFinite(limit) || Number.isNaN(resets.getTime())) return null;
  return {
    used: Math.max(0, Math.round(used)),
    limit: Math.max(0, Math.round(limit)),
    unit: 'calls',
    currency: null,
    resets: resets.toISOString(),
  };
}

/** A number from a header; NaN without one. */
export const numberIn = (headers: Headers, name: string): number => Number(headers.get(name) ?? Number.NaN);

/** When to try again after 429: the latest of what the headers say, at least a minute from now, at most a day. */
export function retryTime(now: Date, ...moments: (Date | null)[]): Date {
  const latest = Math.max(...moments.map((moment) => moment?.getTime() || 0), now.getTime() + 60_000);
  return new Date(Math.min(latest, now.getTime() + 86_400_000));
}

/** Parses `Retry-After`, in seconds or as a date; null without one. */
export function retryAfter(headers: Headers, now: Date): Date | null {
  const text = headers.get('retry-after');
  if (!text) return null;
  const at = /^\d+$/.test(text) ? new Date(now.getTime() + Number(text) * 1000) : new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@troupe/server/error-code';
import { bytesWithin, jsonOf } from '../../platform/outgoing/fetch-json.ts';
import { type Circuit, retry } from '../../platform/outgoing/retry.ts';

/**
 * Why a call failed.
 * - `refused`: rejected with a code; nothing was created or charged
 * - `unreachable`: the request never reached the provider
 * - `lost`: it may have reached the provider, but there was no valid response
 */
export class VendorFailure extends Error {
  readonly kind: 'refused' | 'unreachable' | 'lost';
  /** The provider's error code, or the network error. */
  readonly code: string;
  readonly status: number;

  constructor(kind: VendorFailure['kind'], code: string, status = 0) {
    super(`${kind}: ${code}${status ? ` (${status})` : ''}`);
    this.name = 'VendorFailure';
    this.kind = kind;
    this.code = code;
    this.status = status;
  }
}

/** Response data: JSON, or the bytes of a PDF. */
export interface VendorAnswer {
  json: unknown;
  bytes: Uint8Array;
}

export interface VendorHttpOptions {
  /** Base URL up to and including `/api/`. */
  url: string;
  key: string;
  circuit: Circuit;
}

interface VendorCall {
  path: string;
  query: Record<string, string>;
  timeoutMs: number;
  /** Whether the call can be retried if its result is unknown; charged calls can't. */
  repeatable: boolean;
  pdf?: boolean;
  /** Sent as JSON with POST. */
  body?: unknown;
  /** Reserves quota for the call, once the circuit is known to be closed. */
  pay(): Promise<void>;
  /** Whether a rejection is about the request rather than a provider problem. */
  isAnswer(failure: VendorFailure): boolean;
}

/** What a call needs beside path and query. */
export interface CallNeeds {
  /** Tokens to reserve first; returned if nothing was charged. */
  tokens?: number;
  /** Reads the tokens that were charged from the response; the rest is returned. */
  charged?: (json: unknown) => number;
  pdf?: boolean;
  body?: unknown;
}

/** Calls the provider within its quota. */
export type IqdataCaller = (
  path: string,
  query: Record<string, string>,
  needs?: CallNeeds,
) => Promise<VendorAnswer>;

const ATTEMPTS = 3;
/** The provider allows 10 calls a second, shared by all processes. */
const SPACING_MS = 125;
const LONGEST_PAUSE_MS = 5000;
/** Callers that would wait longer fail immediately, well before their purchase would be settled. */
const LONGEST_QUEUE_MS = 15_000;
/** Code of that failure; not one of the provider's. */
const BUSY = 'too many calls waiting';
const MAX_BYTES = 20 * 1024 * 1024;

/** Calls the provider with rate limiting, a timeout and safe retries. */
export function vendorHttp({
  url: given,
  key,
  circuit,
}: VendorHttpOptions): (call: VendorCall) => Promise<VendorAnswer> {
  const url = given.endsWith('/') ? given : `${given}/`;
  let next = 0;
  async function pace(): Promise<void> {
    const now = Date.now();
    const at = Math.max(now, next);
    if (at - now > LONGEST_QUEUE_MS) throw new VendorFailure('unreachable', BUSY);
    next = at + SPACING_MS;
    if (at > now) await sleep(at - now);
  }

  async function once(call: VendorCall): Promise<VendorAnswer & { pauseMs?: number }> {
    const address = new URL(call.path, url);
    for (const [name, value] of Object.entries(call.query)) address.searchParams.set(name, value);
    let response: Response;
    let bytes: Uint8Array;
    try {
      const headers = { 'x-api-key': key, accept: call.pdf ? 'application/pdf' : 'application/json' };
      response = await fetch(address, {
        method: call.body === undefined ? 'GET' : 'POST',
        headers:
          call.body === undefined ? headers : Object.assign(headers, { 'content-type': 'application/json' }),
        body: call.body === undefined ? null : JSON.stringify(call.body),
        redirect: 'error',
        signal: AbortSignal.timeout(call.timeoutMs),
      });
      const whole = await bytesWithin(response.body, MAX_BYTES);
      if (!whole) throw new VendorFailure('lost', 'too large', response.status);
      bytes = whole;
    } catch (error) {
      throw failureOf(error);
    }
    if (call.pdf && response.ok) return { json: null, bytes };
    const json = jsonOf(bytes);
    const code = errorCodeOf(json);
    if (code !== null)
      throw Object.assign(new VendorFailure('refused', code, response.status), {
        pauseMs: pauseOf(response),
      });
    if (response.status === 429)
      throw Object.assign(new VendorFailure('refused', 'rate_limit_exceeded', 429), {
        pauseMs: pauseOf(response),
      });
    if (!response.ok || json === undefined) throw new VendorFailure('lost', 'unreadable', response.status);
    return { json, bytes };
  }

  return (call) =>
    retry(
      async (attempt) => {
        if (attempt === 1) await call.pay();
        await pace();
        return once(call);
      },
      {
        attempts: ATTEMPTS,
        judge: (error) => {
          if (!(error instanceof VendorFailure) || error.code === BUSY) return { health: 'unknown' };
          const again = mayRepeat(error, call.repeatable);
          const pauseMs = 'pauseMs' in error && typeof error.pauseMs === 'number' ? error.pauseMs : 0;
          if (call.isAnswer(error)) return { health: 'up', again, pauseMs };
          return { health: 'down', again, pauseMs, message: `${call.path} ${error.message}` };
        },
        circuit,
      },
    );
}

/** Throttled calls, provider errors and calls that never arrived aren't charged. */
function mayRepeat({ kind, status, code }: VendorFailure, repeatable: boolean): boolean {
  if (kind === 'refused') return status === 429 || status >= 500;
  if (kind === 'unreachable') return code !== BUSY;
  return repeatable && code !== 'timeout';
}

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function failureOf(error: unknown): VendorFailure {
  if (error instanceof VendorFailure) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return new VendorFailure('lost', 'timeout');
  const code = codeOf(error) ?? 'connection';
  return new VendorFailure(NEVER_SENT.has(code) ? 'unreachable' : 'lost', code);
}

function errorCodeOf(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('success' in json) || json.success !== false)
    return null;
  return 'error' in json && typeof json.error === 'string' ? json.error.slice(0, 100) : 'unknown_error';
}

function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : 0;
}

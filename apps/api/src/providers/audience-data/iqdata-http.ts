import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@troupe/server/error-code';
import { bytesWithin, jsonOf } from '../../platform/outgoing/fetch-json.ts';
import { type Circuit, retry } from '../../platform/outgoing/retry.ts';

/**
 * Why a call brought nothing.
 * - `refused`: the vendor said no, with its code; nothing was made or charged
 * - `unreachable`: the call never reached the vendor
 * - `lost`: it may have; no answer came, or one that cannot be read
 */
export class VendorFailure extends Error {
  readonly kind: 'refused' | 'unreachable' | 'lost';
  /** The vendor's error code, or what went wrong on the way. */
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

/** What came back: JSON, or the bytes of a PDF. */
export interface VendorAnswer {
  json: unknown;
  bytes: Uint8Array;
}

export interface VendorHttpOptions {
  /** With the path up to and with `/api/`. */
  url: string;
  key: string;
  circuit: Circuit;
}

interface VendorCall {
  path: string;
  query: Record<string, string>;
  timeoutMs: number;
  /** Whether it may be asked again when it is not known what became of it. Charged calls may not. */
  repeatable: boolean;
  pdf?: boolean;
  /** Pays for the call, once the circuit is known to be closed. */
  pay(): Promise<void>;
  /** Whether a refusal is about what was asked for, and no trouble with the vendor. */
  isAnswer(failure: VendorFailure): boolean;
}

const ATTEMPTS = 3;
/** The vendor takes 10 a second; other processes may be asking too. */
const SPACING_MS = 125;
const LONGEST_PAUSE_MS = 5000;
/** Whoever would wait longer for a turn is told so at once, long before the purchase would be settled without them. */
const LONGEST_QUEUE_MS = 15_000;
/** The code of such a failure, which is none of the vendor's. */
export const BUSY = 'too many calls waiting';
const MAX_BYTES = 20 * 1024 * 1024;

/** Calls the vendor: paced, with a timeout, and asked again where that is safe. */
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
      response = await fetch(address, {
        headers: { 'x-api-key': key, accept: call.pdf ? 'application/pdf' : 'application/json' },
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

/** Too many calls, a vendor that says it is broken, and calls that never arrived were not charged. */
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

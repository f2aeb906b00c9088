import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BillingFailure } from '@troupe/domain/billing/billing-provider';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type Chargebee from 'chargebee';
import { z } from 'zod';
import { retry } from '../../platform/outgoing/retry.ts';

/** Provider name for quotas and administrators. */
const BILLING_PROVIDER = 'billing';

export interface ChargebeeOptions {
  /** API URL such as `https://troupe.chargebee.com/api/v2`; empty derives it from the site. */
  url: string;
  site: string;
  /** Empty if no provider is configured; all calls are then `unavailable`. */
  key: string;
  /** Timeout per attempt; 10 seconds by default. */
  timeoutMs?: number;
  book: ProviderGuard;
}

export type ChargebeeHeaders = { 'chargebee-idempotency-key': string };

/** Calls the API and parses the response. `key` is the idempotency key. */
export type ChargebeeCaller = <T>(
  what: string,
  read: (answer: unknown) => T,
  run: (client: Chargebee, headers: ChargebeeHeaders) => Promise<unknown>,
  key?: string,
) => Promise<T>;

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
/** Pause after being rate limited. */
const THROTTLED_PAUSE_MS = 1000;
/** Failures caused by rate limiting. */
const throttled = new WeakSet<BillingFailure>();

/**
 * Makes calls with circuit breaker and timeout. Failures on the provider's side are retried up to
 * three times; every call that changes something has an idempotency key.
 */
export function chargebeeCaller(options: ChargebeeOptions): ChargebeeCaller {
  const { key: apiKey, book, timeoutMs = TIMEOUT_MS } = options;
  let client: Promise<Chargebee> | null = null;

  return async (what, read, run, key = randomUUID()) => {
    if (apiKey === '') throw new BillingFailure('unavailable', 'not configured');
    return retry(
      async () => {
        // Loaded on first use: most processes never call billing.
        client ??= load(options);
        const loaded = await client;
        try {
          return read(await withTimeout(timeoutMs, run(loaded, { 'chargebee-idempotency-key': key })));
        } catch (error) {
          throw failureOf(error);
        }
      },
      {
        attempts: ATTEMPTS,
        judge: (error) => {
          if (!(error instanceof BillingFailure)) return { health: 'unknown' };
          if (error.kind !== 'unavailable') return { health: 'up' };
          const pauseMs = throttled.has(error) ? THROTTLED_PAUSE_MS : 0;
          return { health: 'down', again: mayRepeat(error), pauseMs, message: `${what} ${error.code}` };
        },
        circuit: {
          book,
          provider: BILLING_PROVIDER,
          held: () => new BillingFailure('unavailable', 'held back'),
        },
      },
    );
  };
}

/** A wrong key stays wrong, and a timeout would keep a person waiting again. */
const mayRepeat = ({ code }: BillingFailure): boolean =>
  code !== 'api_authentication_failed' && code !== 'timeout' && code !== 'unreadable';

/** The library's types omit the parts of its URL. */
type Settings<C extends new (config: never) => unknown> = ConstructorParameters<C>[0];

async function load({ url, site, key, timeoutMs = TIMEOUT_MS }: ChargebeeOptions): Promise<Chargebee> {
  const { default: Client } = await import('chargebee');
  const at = url === '' ? {} : urlParts(new URL(url));
  return new Client({ site, apiKey: key, timeout: timeoutMs, sdkTelemetryEnabled: false, ...at } as Settings<
    typeof Client
  >);
}

/** The library builds its URL from these parts. */
const urlParts = ({ protocol, hostname, port, pathname }: URL) => ({
  site: hostname,
  hostSuffix: '',
  protocol: protocol.replace(':', ''),
  port: Number(port) || (protocol === 'http:' ? 80 : 443),
  apiPath: pathname.replace(/\/$/, ''),
});

/** The library's own timeout is 80 seconds. */
async function withTimeout<T>(ms: number, asked: Promise<T>): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      asked,
      sleep(ms, undefined, { signal: ended.signal }).then(() => {
        throw new BillingFailure('unavailable', 'timeout');
      }),
    ]);
  } finally {
    ended.abort();
    asked.catch(() => {});
  }
}

const Refusal = z.object({
  http_status_code: z.coerce.number(),
  api_error_code: z.string().optional(),
  type: z.string().optional(),
  message: z.string().optional(),
});

/** The library mostly throws the response body instead of an Error. */
function failureOf(error: unknown): BillingFailure {
  if (error instanceof BillingFailure) return error;
  if (error instanceof z.ZodError) return new BillingFailure('unavailable', 'unreadable');
  const refusal = Refusal.safeParse(error);
  if (!refusal.success) return new BillingFailure('unavailable', 'connection', messageOf(error));
  const { http_status_code: status, api_error_code: code = String(status), type, message } = refusal.data;
  const text = (message ?? '').slice(0, 200);
  if (status >= 500 || status === 429 || status === 401 || status === 403) {
    const failure = new BillingFailure(
      'unavailable',
      status === 401 ? 'api_authentication_failed' : code,
      text,
    );
    if (status === 429) throttled.add(failure);
    return failure;
  }
  const kind = type === 'payment' || code.startsWith('payment_') ? 'payment' : 'refused';
  return new BillingFailure(kind, code, text);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : '');

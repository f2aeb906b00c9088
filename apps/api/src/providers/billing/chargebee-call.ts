import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BillingFailure } from '@troupe/domain/billing/billing-provider';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type Chargebee from 'chargebee';
import { z } from 'zod';
import { retry } from '../../platform/outgoing/retry.ts';

/** How the books and administrators call this provider. */
export const BILLING_PROVIDER = 'billing';

export interface ChargebeeOptions {
  /** Where its API is, such as `https://troupe.chargebee.com/api/v2`; empty: that of the site. */
  url: string;
  site: string;
  /** Empty where no provider is configured: then every call is `unavailable`. */
  key: string;
  /** How long one attempt may take; 10 seconds unless told. */
  timeoutMs?: number;
  book: ProviderGuard;
}

export type ChargebeeHeaders = { 'chargebee-idempotency-key': string };

/** Asks the vendor for one thing, and reads its answer. `key` names what must not be done twice. */
export type ChargebeeCaller = <T>(
  what: string,
  read: (answer: unknown) => T,
  run: (client: Chargebee, headers: ChargebeeHeaders) => Promise<unknown>,
  key?: string,
) => Promise<T>;

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
/** After it said that there were too many calls. */
const THROTTLED_PAUSE_MS = 1000;
/** Failures that say so. */
const throttled = new WeakSet<BillingFailure>();

/**
 * Calls within the circuit and with a timeout. What fails on the vendor's side is asked again, up to three times:
 * every call that changes something carries a key under which the vendor does it once.
 */
export function chargebeeCaller(options: ChargebeeOptions): ChargebeeCaller {
  const { key: apiKey, book, timeoutMs = TIMEOUT_MS } = options;
  let client: Promise<Chargebee> | null = null;

  return async (what, read, run, key = randomUUID()) => {
    if (apiKey === '') throw new BillingFailure('unavailable', 'not configured');
    return retry(
      async () => {
        // Loaded with the first call: most processes and tests never bill anything.
        client ??= load(options);
        const loaded = await client;
        try {
          return read(await within(timeoutMs, run(loaded, { 'chargebee-idempotency-key': key })));
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

/** A wrong key stays wrong, and what took too long will do so again while a person waits. */
const mayRepeat = ({ code }: BillingFailure): boolean =>
  code !== 'api_authentication_failed' && code !== 'timeout' && code !== 'unreadable';

/** Its types leave out the parts of its address. */
type Settings<C extends new (config: never) => unknown> = ConstructorParameters<C>[0];

async function load({ url, site, key, timeoutMs = TIMEOUT_MS }: ChargebeeOptions): Promise<Chargebee> {
  const { default: Client } = await import('chargebee');
  const at = url === '' ? {} : addressOf(new URL(url));
  return new Client({ site, apiKey: key, timeout: timeoutMs, sdkTelemetryEnabled: false, ...at } as Settings<
    typeof Client
  >);
}

/** The library builds its address from these parts. */
const addressOf = ({ protocol, hostname, port, pathname }: URL) => ({
  site: hostname,
  hostSuffix: '',
  protocol: protocol.replace(':', ''),
  port: Number(port) || (protocol === 'http:' ? 80 : 443),
  apiPath: pathname.replace(/\/$/, ''),
});

/** The library's own timeout is 80 seconds. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
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

/** What the library throws is mostly the vendor's error body, and no Error. */
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

import { PayoutFailure } from '@troupe/domain/campaigns/payout-provider';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import { z } from 'zod';
import { fetchJson, type JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';

/** Provider name for administrators. */
const STRIPE = 'stripe';
/** The version whose responses this adapter reads, whatever the account's default is. */
const VERSION = '2025-04-30.basil';
const ATTEMPTS = 3;
const MOST_BYTES = 2_000_000;
/** Pause while another request with the same key is in progress. */
const IN_USE_PAUSE_MS = 1000;

export interface StripeOptions {
  /** API URL such as `https://api.stripe.com/v1`. */
  url: string;
  /** Secret key of the platform; empty if not configured. */
  key: string;
  /** Secrets of the webhook endpoints, the current and previous ones. */
  webhookSecrets: readonly string[];
  /** ISO 3166 code of the platform's own country. */
  country: string;
  /** Timeout per attempt. */
  timeoutMs: number;
  book: ProviderGuard;
}

/** Fields of a request; nested ones are named as in `capabilities[transfers][requested]`. */
export type StripeForm = Record<string, string>;

export interface StripeCaller {
  get<T>(path: string, query: StripeForm, schema: z.ZodType<T>): Promise<T>;
  /** @param key idempotency key, if repeating the call would do it twice */
  post<T>(path: string, form: StripeForm, schema: z.ZodType<T>, key?: string): Promise<T>;
}

const Refusal = z.object({
  error: z.object({
    type: z.string().default(''),
    code: z.string().default(''),
    param: z.string().default(''),
  }),
});

/**
 * Makes calls with circuit breaker and timeout. Repeats those that got no answer: reads, and writes with an
 * idempotency key.
 */
export function stripeCaller({ url, key: secret, book, timeoutMs }: StripeOptions): StripeCaller {
  async function attempt<T>(
    path: string,
    init: RequestInit,
    schema: z.ZodType<T>,
  ): Promise<T | PayoutFailure> {
    const response = await fetchJson(url + path, init, { timeoutMs, mostBytes: MOST_BYTES });
    if (typeof response === 'string') return new PayoutFailure('unknown', 'declined', response);
    if (response.status >= 400) return failureOf(response);
    const read = schema.safeParse(response.body);
    // A proxy's page or another version: the call may have been carried out.
    return read.success ? read.data : new PayoutFailure('unknown', 'declined', 'unreadable');
  }
  async function call<T>(path: string, init: RequestInit, schema: z.ZodType<T>, repeatable: boolean) {
    if (secret === '') throw new PayoutFailure('refused', 'setup', 'not configured');
    // An answer was lost: a key that is refused since then says nothing about that request.
    let isUnsure = false;
    return retry(
      async () => {
        const result = await attempt(path, init, schema);
        if (!(result instanceof PayoutFailure)) return result;
        const { kind, code, vendorCode } = result;
        if (kind === 'refused' && code === 'setup' && isUnsure)
          throw new PayoutFailure('unknown', code, vendorCode);
        isUnsure ||= kind === 'unknown';
        throw result;
      },
      {
        attempts: ATTEMPTS,
        judge: (error) => {
          if (!(error instanceof PayoutFailure)) return { health: 'unknown' };
          const { kind, code, vendorCode } = error;
          if (vendorCode === 'idempotency_key_in_use')
            return { health: 'up', again: true, pauseMs: IN_USE_PAUSE_MS };
          if (kind === 'refused' && code !== 'setup') return { health: 'up' };
          const again = repeatable && kind === 'unknown' && vendorCode !== 'idempotency_error';
          return { health: 'down', again, message: `${path.split('/')[1] ?? ''} ${vendorCode}` };
        },
        circuit: {
          book,
          provider: STRIPE,
          held: () => new PayoutFailure('unknown', 'declined', 'held back'),
        },
      },
    );
  }
  const headers = {
    authorization: `Bearer ${secret}`,
    'stripe-version': VERSION,
    accept: 'application/json',
  };
  return {
    get: (path, query, schema) => call(`${path}?${new URLSearchParams(query)}`, { headers }, schema, true),
    post: (path, form, schema, key) =>
      call(
        path,
        {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          body: new URLSearchParams(form).toString(),
        },
        schema,
        key !== undefined,
      ),
  };
}

/** The creator's account is closed, unknown to this platform, or lacks the capability. */
const ACCOUNT_CODES = new Set([
  'account_invalid',
  'account_closed',
  'insufficient_capabilities_for_transfer',
  'transfers_not_allowed',
]);
const AMOUNT_CODES = new Set(['amount_too_small', 'amount_too_large', 'parameter_invalid_integer']);

function failureOf({ status, body }: JsonResponse): PayoutFailure {
  const read = Refusal.safeParse(body);
  const { type, code, param } = read.success ? read.data.error : { type: '', code: '', param: '' };
  const vendorCode = code || type || String(status);
  // In progress elsewhere, rate limited, or done before with other parameters: it may have been carried out.
  if (
    status === 409 ||
    status === 424 ||
    status === 429 ||
    type === 'idempotency_error' ||
    type === 'api_error'
  )
    return new PayoutFailure('unknown', 'declined', vendorCode);
  if (code === 'balance_insufficient') return new PayoutFailure('refused', 'balance', vendorCode);
  if (ACCOUNT_CODES.has(code) || (code === 'resource_missing' && param === 'destination'))
    return new PayoutFailure('refused', 'account', vendorCode);
  if (status === 401 || status === 403) return new PayoutFailure('refused', 'setup', vendorCode);
  if (AMOUNT_CODES.has(code) || param === 'amount') return new PayoutFailure('refused', 'amount', vendorCode);
  if (param === 'currency') return new PayoutFailure('refused', 'currency', vendorCode);
  return new PayoutFailure('refused', 'declined', vendorCode);
}

import { counted, type StandingOrder } from '../platform/standing-order.ts';

/**
 * How a call fails.
 *
 * Any call:
 * - `down`: 503 with a page; `error_500`: 500; `rate_limit`: 429 with Retry-After; `frozen`: 402, the store is frozen
 * - `slow`: answers after `milliseconds` (8,000 unless said otherwise); `hang`: never answers, and does nothing
 * - `lost`: does it, then breaks the connection off; `garbage`: 200 with a page instead of data
 *
 * GraphQL:
 * - `throttle`: THROTTLED with cost figures; `internal`: INTERNAL_SERVER_ERROR in the errors
 * - `dead_token`: 401; `version`: done, but the answer tells of a newer version than asked for
 *
 * The call `access_token`: `used_code`: the code or refresh token counts as used; `dead_token`: the app is refused
 *
 * The call `authorize`, what comes back after consent: `wrong_state`, `wrong_hmac`, `stale` (timestamp five minutes
 * old), `used_code` (a code that no longer works), `other_shop` (another store's callback, rightly signed)
 */
export const shopifyFailures = [
  'down',
  'error_500',
  'rate_limit',
  'frozen',
  'slow',
  'hang',
  'lost',
  'garbage',
  'throttle',
  'internal',
  'dead_token',
  'version',
  'used_code',
  'wrong_state',
  'wrong_hmac',
  'stale',
  'other_shop',
] as const;
export type ShopifyFailure = (typeof shopifyFailures)[number];

const AT_CONSENT = new Set<ShopifyFailure>(['wrong_state', 'wrong_hmac', 'stale', 'used_code', 'other_shop']);
const AT_GRAPHQL = new Set<ShopifyFailure>(['throttle', 'internal', 'version']);

/** An order as it stands. */
export interface FailureOrder extends StandingOrder {
  /** A store's domain, or `*`. */
  shop: string;
  /** `authorize`, `access_token`, `api_permissions`, `graphql`, one of its fields such as `webhookSubscriptionCreate`, or `*`. */
  call: string;
  failure: ShopifyFailure;
  milliseconds: number;
}

/** Whether a failure is one that this call can have. */
export function failureFits(call: string, failure: ShopifyFailure): boolean {
  if (call === 'authorize') return AT_CONSENT.has(failure);
  if (call === 'access_token')
    return failure === 'used_code' || !(AT_CONSENT.has(failure) || AT_GRAPHQL.has(failure));
  if (call === '*' || call === 'api_permissions') return !AT_CONSENT.has(failure) && !AT_GRAPHQL.has(failure);
  return !AT_CONSENT.has(failure);
}

/** The orders that stand, and what they do to each call. */
export class FailureOrders {
  list: FailureOrder[] = [];

  /** An order replaces an earlier one for the same store and call. */
  set(order: FailureOrder): void {
    this.remove(order.shop, order.call);
    this.list.push(order);
  }

  remove(shop: string, call: string): void {
    this.list = this.list.filter((one) => one.shop !== shop || one.call !== call);
  }

  clear(): void {
    this.list = [];
  }

  /** What happens to this call, which is counted: the first name that has an order. Null: all goes well. */
  decide(shop: string, names: string[]): FailureOrder | null {
    const fits = (name: string, one: FailureOrder) =>
      one.call === name && (one.shop === shop || one.shop === '*');
    const order = names.map((name) => this.list.find((one) => fits(name, one))).find(Boolean);
    if (!order) return null;
    this.list = counted(this.list, [order]);
    return order;
  }
}

import { counted, type StandingOrder } from '../platform/standing-order.ts';

/**
 * How a call of the vendor's API fails:
 * - `down`: 503 with a page instead of JSON; `error_500`: 500 in the vendor's shape
 * - `rate_limit`: 429; `wrong_key`: 401
 * - `slow`: answers after `milliseconds` (5,000 unless said otherwise)
 * - `hang`: never answers, and does nothing
 * - `lost`: does it, then breaks the connection off without an answer
 * - `garbage`: 200 with a page instead of JSON, nothing done
 *
 * How a payment on a hosted page fails, for the call `checkout`:
 * - `server_error`: taking the payment breaks down; `card_error`: the card is declined, whichever it is
 */
export const billingFailures = [
  'down',
  'error_500',
  'rate_limit',
  'wrong_key',
  'slow',
  'hang',
  'lost',
  'garbage',
  'server_error',
  'card_error',
] as const;
export type BillingFailure = (typeof billingFailures)[number];

const AT_CHECKOUT = new Set<BillingFailure>(['server_error', 'card_error']);

/** An order as it stands. */
export interface BillingOrder extends StandingOrder {
  /** `*` for all of the API, a resource such as `hosted_page`, a call such as `hosted_page.acknowledge`, `checkout`. */
  call: string;
  failure: BillingFailure;
  milliseconds: number;
}

/** Whether a failure is one that this call can have. */
export const failureFits = (call: string, failure: BillingFailure): boolean =>
  (call === 'checkout') === AT_CHECKOUT.has(failure);

/** The orders that stand, and what they do to each call. */
export class BillingOrders {
  list: BillingOrder[] = [];

  /** An order replaces an earlier one for the same call. */
  set(order: BillingOrder): void {
    this.remove(order.call);
    this.list.push(order);
  }

  remove(call: string): void {
    this.list = this.list.filter((one) => one.call !== call);
  }

  clear(): void {
    this.list = [];
  }

  /** What happens to this call, which is counted: the narrowest order goes first. Null: all goes well. */
  decide(call: string): BillingOrder | null {
    const names = call === 'checkout' ? [call] : [call, call.split('.')[0], '*'];
    const order = names.map((name) => this.list.find((one) => one.call === name)).find(Boolean);
    if (!order) return null;
    this.list = counted(this.list, [order]);
    return order;
  }
}

import { financialStatusOf } from './shopify-amount.ts';
import type { ShopOrder } from './shopify-entity.ts';
import { secondOf } from './shopify-time.ts';

type Term = { field: string; compare: string; value: string };

const TERM = /(\w+):(>=|<=|>|<|=)?(?:'([^']*)'|"([^"]*)"|(\S+))/g;

/** The terms of a search such as `updated_at:>='2026-05-01T10:00:00Z' test:false`; all of them must fit. */
function termsOf(query: string): Term[] {
  return [...query.matchAll(TERM)].map(([, field = '', compare = '=', single, double, plain]) => ({
    field: field.toLowerCase(),
    compare,
    value: single ?? double ?? plain ?? '',
  }));
}

/** Whole seconds: a day counts from its beginning. */
function timeOf(text: string): string {
  const at = new Date(text === 'now' ? Date.now() : text);
  return Number.isNaN(at.getTime()) ? '' : secondOf(at.toISOString());
}

function within(actual: string | number, compare: string, wanted: string | number): boolean {
  if (compare === '>=') return actual >= wanted;
  if (compare === '<=') return actual <= wanted;
  if (compare === '>') return actual > wanted;
  if (compare === '<') return actual < wanted;
  return actual === wanted;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const FIELDS: Record<string, (order: ShopOrder, term: Term) => boolean> = {
  updated_at: ({ updatedAt }, { compare, value }) => within(secondOf(updatedAt), compare, timeOf(value)),
  created_at: ({ createdAt }, { compare, value }) => within(secondOf(createdAt), compare, timeOf(value)),
  processed_at: ({ createdAt }, { compare, value }) => within(secondOf(createdAt), compare, timeOf(value)),
  id: ({ id }, { compare, value }) => within(id, compare, Number(value)),
  name: ({ number }, { value }) => same(`#${number}`, value) || same(String(number), value),
  test: ({ test }, { value }) => test === (value === 'true'),
  discount_code: ({ discount }, { value }) => discount !== null && same(discount.code, value),
  email: ({ customer }, { value }) => customer !== null && same(customer.email, value),
  financial_status: (order, { value }) => same(financialStatusOf(order), value),
  status: ({ cancelledAt }, { value }) =>
    value === 'cancelled' ? cancelledAt !== null : value === 'open' ? cancelledAt === null : value === 'any',
};

/** Whether an order fits a search. Fields nobody knows are passed over, as the platform does. */
export function orderFilter(query: string | null | undefined): (order: ShopOrder) => boolean {
  const terms = termsOf(query ?? '');
  return (order) => terms.every((term) => FIELDS[term.field]?.(order, term) ?? true);
}

import { offerOf } from '@troupe/domain/billing/plan';
import type { CustomerInput, OrderedItem } from './billing-entity.ts';

/** A refusal in the vendor's shape: not wrapped, `type` missing where the vendor leaves it out. */
export class BillingError extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: { type?: 'payment' | 'invalid_request' | 'operation_failed'; param?: string };

  constructor(status: number, code: string, message: string, more: BillingError['more'] = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }

  toBody(): Record<string, unknown> {
    return { message: this.message, ...this.more, api_error_code: this.code, http_status_code: this.status };
  }
}

const INVALID = { type: 'invalid_request' } as const;

/** `what` is the vendor's word for it, such as `Page`. */
export const notFound = (what: string, id: string) =>
  new BillingError(404, 'resource_not_found', `${what} ${id} not found`, INVALID);

export const wrongValue = (param: string, reason: string) =>
  new BillingError(400, 'param_wrong_value', `${param} : ${reason}`, { ...INVALID, param });

export const wrongState = (message: string) =>
  new BillingError(400, 'invalid_state_for_request', message, INVALID);

export const paymentFailed = (message: string) =>
  new BillingError(400, 'payment_processing_failed', message, { type: 'payment' });

/** A form-encoded body or query with the vendor's brackets: `customer[id]`, `subscription_items[quantity][0]`. */
export class BillingForm {
  readonly pairs: URLSearchParams;

  constructor(pairs: URLSearchParams | null | undefined) {
    this.pairs = pairs ?? new URLSearchParams();
  }

  /** What was sent under this name, trimmed; undefined when missing or empty. */
  text(name: string, most = 250): string | undefined {
    const value = this.pairs.get(name)?.trim();
    if (!value) return undefined;
    if (value.length > most) throw wrongValue(name, `should not exceed ${most} characters`);
    return value;
  }

  required(name: string, most?: number): string {
    const value = this.text(name, most);
    if (value === undefined) throw wrongValue(name, 'cannot be blank');
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') throw wrongValue(name, 'invalid value. Allowed: true, false');
    return value === 'true';
  }

  whole(name: string, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw wrongValue(name, `should be a number between ${min} and ${max}`);
    return number;
  }

  url(name: string): string | undefined {
    const url = this.text(name);
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw wrongValue(name, 'is not a valid url');
    return url;
  }

  /** `customer[email]`, … of a checkout; without a prefix those of a call about the customer. */
  customer(prefix: 'customer' | '' = 'customer'): CustomerInput {
    const input: CustomerInput = {};
    for (const field of ['id', 'email', 'first_name', 'last_name', 'company'] as const) {
      const value = this.text(prefix ? `${prefix}[${field}]` : field, field === 'id' ? 50 : 250);
      if (value !== undefined) input[field] = value;
    }
    if (input.email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(input.email))
      throw wrongValue(prefix ? 'customer[email]' : 'email', 'is not a valid email address');
    return input;
  }

  /** `name[item_price_id][n]` and `name[quantity][n]` in their order; each must be in the catalogue. */
  items(name: string): OrderedItem[] {
    const rows = [...this.pairs.keys()]
      .map((key) => new RegExp(`^${name}\\[item_price_id\\]\\[(\\d{1,2})\\]$`).exec(key)?.[1])
      .filter((row) => row !== undefined)
      .sort((one, other) => Number(one) - Number(other));
    return rows.map((row) => {
      const itemPriceId = this.required(`${name}[item_price_id][${row}]`);
      if (!offerOf(itemPriceId)) throw notFound('Item price', itemPriceId);
      return { itemPriceId, quantity: this.whole(`${name}[quantity][${row}]`, 1, 1000) ?? 1 };
    });
  }
}

const FILTERS = ['id', 'customer_id', 'subscription_id', 'status', 'updated_at'];
const PAGE = 10;
const MOST = 100;

/**
 * One page of a list, newest first by `field`: filters `name[is]=` and `name[after]=`, `limit`, `offset`. Anything else
 * is refused, so that an adapter that starts to use it is noticed.
 */
export function listPage<T extends { id: string }>(
  rows: Iterable<T>,
  form: BillingForm,
  field: keyof T & string,
): { page: T[]; next_offset?: string } {
  const read = (row: T, name: string) => (row as Record<string, unknown>)[name];
  const limit = form.whole('limit', 1, MOST) ?? PAGE;
  let found = [...rows];
  for (const [name, asked] of form.pairs) {
    if (name === 'limit' || name === 'offset') continue;
    const [, of = '', operator = ''] = /^([a-z_]+)\[(is|after)\]$/.exec(name) ?? [];
    if (!FILTERS.includes(of)) throw wrongValue(name, 'is not a known filter');
    found = found.filter((row) =>
      operator === 'is' ? String(read(row, of) ?? '') === asked : Number(read(row, of)) > Number(asked),
    );
  }
  const order = (row: T): [number, string] => [Number(read(row, field)), row.id];
  const compare = ([one, oneId]: [number, string], [other, otherId]: [number, string]) =>
    other - one || (oneId < otherId ? 1 : oneId > otherId ? -1 : 0);
  const after = offsetOf(form);
  const sorted = found
    .sort((one, other) => compare(order(one), order(other)))
    .filter((row) => !after || compare(order(row), after) > 0);
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  return last && sorted.length > limit ? { page, next_offset: JSON.stringify(order(last)) } : { page };
}

function offsetOf(form: BillingForm): [number, string] | null {
  const text = form.text('offset', 1000);
  if (text === undefined) return null;
  try {
    const [value, id] = JSON.parse(text) as unknown[];
    if (typeof value === 'number' && typeof id === 'string') return [value, id];
  } catch {
    // Refused below, like every other offset that was not given out.
  }
  throw wrongValue('offset', 'is not one that was given out');
}

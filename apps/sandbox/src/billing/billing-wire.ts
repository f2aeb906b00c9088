import { Refusal } from '../platform/faults.ts';

/** An ordered catalog item. */
export interface OrderedItem {
  itemPriceId: string;
  quantity: number;
}

/** A customer: a known id is reused, an unknown one is created on payment. */
export type CustomerInput = Partial<Record<'id' | 'email' | 'first_name' | 'last_name' | 'company', string>>;

type More = { type?: 'payment' | 'invalid_request' | 'operation_failed'; param?: string };

/**
 * An error in the provider's format: not wrapped, with `type` omitted where the provider omits it.
 */
export const refusal = (status: number, code: string, message: string, more: More = {}) =>
  new Refusal(status, message, { message, ...more, api_error_code: code, http_status_code: status });

const INVALID = { type: 'invalid_request' } as const;

/** `what` is the provider's name, such as `Page`. */
export const notFound = (what: string, id: string) =>
  refusal(404, 'resource_not_found', `${what} ${id} not found`, INVALID);

export function missing(what: string, id: string): never {
  throw notFound(what, id);
}

export const wrongValue = (param: string, reason: string) =>
  refusal(400, 'param_wrong_value', `${param} : ${reason}`, { ...INVALID, param });

export const wrongState = (message: string) => refusal(400, 'invalid_state_for_request', message, INVALID);

export const paymentFailed = (message: string) =>
  refusal(400, 'payment_processing_failed', message, { type: 'payment' });

/**
 * A form-encoded body or query with brackets: `customer[id]`, `subscription_items[quantity][0]`.
 */
export class BillingForm {
  readonly pairs: URLSearchParams;

  constructor(pairs: URLSearchParams | null) {
    this.pairs = pairs ?? new URLSearchParams();
  }

  /** Returns a trimmed value; undefined if missing or empty. */
  text(name: string, most = 250): string | undefined {
    const value = this.pairs.get(name)?.trim();
    if (value && value.length > most) throw wrongValue(name, `should not exceed ${most} characters`);
    return value || undefined;
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
    const url = this.text(name, 2000);
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw wrongValue(name, 'is not a valid url');
    return url;
  }

  /** Reads a customer's fields, named by `nameOf`. */
  customer(nameOf = (field: string) => `customer[${field}]`): CustomerInput {
    const input: CustomerInput = {};
    for (const field of ['id', 'email', 'first_name', 'last_name', 'company'] as const) {
      const value = this.text(nameOf(field), field === 'id' ? 50 : 250);
      if (value !== undefined) input[field] = value;
    }
    if (input.email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(input.email))
      throw wrongValue(nameOf('email'), 'is not a valid email address');
    return input;
  }

  /** Reads `name[item_price_id][n]` and `name[quantity][n]` in order. */
  items(name: string): OrderedItem[] {
    const found: OrderedItem[] = [];
    for (let row = 0; ; row += 1) {
      const itemPriceId = this.text(`${name}[item_price_id][${row}]`);
      if (!itemPriceId) return found;
      found.push({ itemPriceId, quantity: this.whole(`${name}[quantity][${row}]`, 1, 1000) ?? 1 });
    }
  }
}

/**
 * Returns a page of a list, newest first by `field`: filters `name[is]=` and `name[after]=`,
 * `limit`, `offset`. Other parameters are rejected, so new uses by an adapter are noticed.
 */
export function listPage<T extends { id: string }>(
  rows: Iterable<T>,
  form: BillingForm,
  field: keyof T & string,
): { page: T[]; next_offset?: string } {
  const read = (row: T, name: string) => (row as Record<string, unknown>)[name];
  const limit = form.whole('limit', 1, 100) ?? 10;
  const offset = form.whole('offset') ?? 0;
  let found = [...rows];
  for (const [name, asked] of form.pairs) {
    if (name === 'limit' || name === 'offset') continue;
    const [, of = '', operator] = /^(customer_id|subscription_id|updated_at)\[(is|after)\]$/.exec(name) ?? [];
    if (!of) throw wrongValue(name, 'is not a known filter');
    found = found.filter((row) =>
      operator === 'is' ? read(row, of) === asked : Number(read(row, of)) > Number(asked),
    );
  }
  found.sort((one, other) => Number(read(other, field)) - Number(read(one, field)));
  const page = found.slice(offset, offset + limit);
  return found.length > offset + limit ? { page, next_offset: String(offset + limit) } : { page };
}

import { wrongValue } from './billing-error.ts';

const ROWS_AT_MOST = 100;

/** A form-encoded body or query with the vendor's brackets: `customer[id]`, `subscription_items[quantity][0]`. */
export class BillingForm {
  readonly #pairs: URLSearchParams;

  constructor(pairs: URLSearchParams | string | null | undefined) {
    this.#pairs = new URLSearchParams(pairs ?? '');
  }

  /** Names as they were sent, each once. */
  names(): string[] {
    return [...new Set(this.#pairs.keys())];
  }

  /** What was sent under this name, without outer blanks; undefined when missing or empty. */
  text(name: string, most = 250): string | undefined {
    const value = this.#pairs.get(name)?.trim();
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

  /** A whole number between two bounds. */
  whole(name: string, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw wrongValue(name, `should be a number between ${min} and ${max}`);
    return number;
  }

  /** `coupon_ids[0]`, `coupon_ids[1]`, … in their order. */
  list(name: string): string[] {
    return this.#indexed(new RegExp(`^${name}\\[(\\d{1,4})\\]$`)).map(({ value }) => value);
  }

  /** `subscription_items[item_price_id][0]` and the like as one form per row, in their order. */
  rows(name: string): BillingForm[] {
    const rows = new Map<number, URLSearchParams>();
    for (const { at, field, value } of this.#indexed(new RegExp(`^${name}\\[(\\w+)\\]\\[(\\d{1,4})\\]$`))) {
      const row = rows.get(at) ?? new URLSearchParams();
      row.set(field, value);
      rows.set(at, row);
    }
    if (rows.size > ROWS_AT_MOST) throw wrongValue(name, `should not hold more than ${ROWS_AT_MOST} rows`);
    return [...rows].sort(([one], [other]) => one - other).map(([, row]) => new BillingForm(row));
  }

  #indexed(pattern: RegExp): { at: number; field: string; value: string }[] {
    const found: { at: number; field: string; value: string }[] = [];
    for (const [name, value] of this.#pairs) {
      const match = pattern.exec(name);
      if (match) found.push({ at: Number(match.at(-1)), field: match[1] ?? '', value });
    }
    return found.sort((one, other) => one.at - other.at);
  }
}

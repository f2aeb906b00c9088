import type { Part } from '@troupe/domain/figure-formula';

/** Decimals of rates, and of the places that amounts of currencies with other decimals need. */
const RATE_DIGITS = 10;
const MORE_DIGITS = 4;
const SCALE = 10n ** BigInt(RATE_DIGITS + MORE_DIGITS);

/** A sum of items of one part and kind, exact until it is rounded. */
export class ExactSum {
  #scaled = 0n;
  known = 0;
  unknown = 0;

  /** @param rate such as `1.0834000000`; null for 1 @param shift decimals of the shown currency less those of the amount's */
  add(amount: number, rate: string | null, shift: number): void {
    const [whole = '0', rest = ''] = (rate ?? '1').split('.');
    const scaledRate = BigInt(whole + rest.padEnd(RATE_DIGITS, '0').slice(0, RATE_DIGITS));
    this.#scaled += BigInt(amount) * scaledRate * 10n ** BigInt(MORE_DIGITS + shift);
    this.known += 1;
  }

  part(): Part {
    const size = this.#scaled < 0n ? -this.#scaled : this.#scaled;
    const rounded = Number((size + SCALE / 2n) / SCALE);
    return { value: this.#scaled < 0n ? -rounded : rounded, known: this.known, unknown: this.unknown };
  }
}

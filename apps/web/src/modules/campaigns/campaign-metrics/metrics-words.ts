import { numberLocale } from '@troupe/ui/lib/formats';

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat(numberLocale(), { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** Money for one count, which may be less than the smallest coin. */
export function perOne(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(numberLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: digits + 2,
  }).format(minor / 10 ** digits);
}

/** What the smallest coin of a currency is: `1/100 USD`, `JPY`. */
export function smallestCoin(currency: string): string {
  const digits = decimalsOf(currency);
  return digits === 0 ? currency : `1/${10 ** digits} ${currency}`;
}

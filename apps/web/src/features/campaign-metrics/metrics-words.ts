import { numberLocale } from '@troupe/ui/lib/formats';

/** Money for one count, which may be less than the smallest coin. */
export function perOne(minor: number, currency: string): string {
  const format = new Intl.NumberFormat(numberLocale(), { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat(numberLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: digits + 2,
  }).format(minor / 10 ** digits);
}

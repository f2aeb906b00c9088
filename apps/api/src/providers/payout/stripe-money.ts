import { minorDigits } from '@troupe/domain/money';

/** Currencies in whole units at Stripe. ISK and UGX aren't among them, although they have no decimals. */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Three decimals, of which the last must be 0. */
const THREE = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

const digitsAtStripe = (currency: string): number => (WHOLE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2);

/** Returns the smallest step in which Stripe pays a currency, in our minor units: 1 for USD, 10 for KWD. */
export function stepOf(currency: string): number {
  if (THREE.has(currency)) return 10;
  return 10 ** Math.max(0, minorDigits(currency) - digitsAtStripe(currency));
}

/**
 * Converts minor units to Stripe's: 1500 JPY stays 1500, 1500 ISK becomes 150000.
 * @returns null if Stripe can't pay the amount exactly
 */
export function toStripeAmount(minor: number, currency: string): number | null {
  if (!Number.isSafeInteger(minor) || minor % stepOf(currency) !== 0) return null;
  const amount = minor * 10 ** (digitsAtStripe(currency) - minorDigits(currency));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** Converts Stripe's units to minor units: 150000 becomes 1500 ISK. */
export function fromStripeAmount(units: number, currency: string): number {
  const shift = digitsAtStripe(currency) - minorDigits(currency);
  return shift < 0 ? units * 10 ** -shift : units / 10 ** shift;
}

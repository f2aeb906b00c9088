import type { Minor } from './shopify-entity.ts';

const digits = new Map<string, number>();

/** Digits after the point: 2 for USD, 0 for JPY. */
export function digitsOf(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    known =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2;
    digits.set(currency, known);
  }
  return known;
}

/** As webhooks write it: `85.00`, `1500` for yen. */
export const plainAmount = (amount: Minor, currency: string): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** As GraphQL writes it, without needless zeros but with one digit after the point: `85.0`, `85.25`. */
export function decimalAmount(amount: Minor, currency: string): string {
  const text = plainAmount(amount, currency).replace(/(\.\d*?)0+$/, '$1');
  if (!text.includes('.')) return `${text}.0`;
  return text.endsWith('.') ? `${text}0` : text;
}

/** Minor units of one currency in those of another. */
export const convert = (amount: Minor, from: string, to: string, rate: number): Minor =>
  from === to ? amount : Math.round((amount / 10 ** digitsOf(from)) * rate * 10 ** digitsOf(to));

/** As people read it. */
export const moneyText = (amount: Minor, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 10 ** digitsOf(currency));

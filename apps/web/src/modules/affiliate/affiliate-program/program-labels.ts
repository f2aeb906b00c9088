import { percent } from '@troupe/ui/lib/format';

/** A rate in basis points as people read it: 1000 is 10%, 1250 is 12.5%. */
export const rateText = (bp: number): string =>
  percent(bp / 10_000, bp % 100 === 0 ? 0 : bp % 10 === 0 ? 1 : 2);

/** A rate as it is typed: 1250 is `12.5`; null is empty. */
export const rateField = (bp: number | null): string => (bp === null ? '' : String(bp / 100));

/** Reads a typed rate into basis points; null if empty, undefined if it is no rate between 0 and 100%. */
export function readRate(typed: string): number | null | undefined {
  const plain = typed.replace(/[\s%]/g, '').replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined;
  const bp = Math.round(Number(plain) * 100);
  return bp <= 10_000 ? bp : undefined;
}

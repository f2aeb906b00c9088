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

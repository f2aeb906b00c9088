/** Minor units in one unit of a currency: 100 cents, or 1 where there is nothing smaller. */
function unitsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}

/** An amount in minor units as people type it: 64000 in USD is `640`, 64050 is `640.50`. */
export function amountText(minor: number, currency: string): string {
  const units = unitsOf(currency);
  return minor % units === 0 ? String(minor / units) : (minor / units).toFixed(String(units).length - 1);
}

/** What somebody typed, in minor units: `640`, `1,640.50`, `640,50`. Null for nothing, undefined for no amount. */
export function amountOf(typed: string, currency: string): number | null | undefined {
  const text = typed.replace(/[^\d.,-]/g, '');
  if (text === '') return typed.trim() === '' ? null : undefined;
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  const amount = Number(plain);
  return Number.isFinite(amount) && amount >= 0 ? Math.round(amount * unitsOf(currency)) : undefined;
}

/** Returns a currency's decimal digits: 2 for cents, 0 if there is no smaller unit. */
function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Formats minor units for an input field: 64000 in USD is `640`, 64050 is `640.50`; null is empty. */
export function amountText(minor: number | null, currency: string): string {
  if (minor === null) return '';
  const decimals = decimalsOf(currency);
  const units = 10 ** decimals;
  return minor % units === 0 ? String(minor / units) : (minor / units).toFixed(decimals);
}

/**
 * Parses an amount into minor units: `640`, `$1,640.50`, `640,50`, `1.640,50`. Null if empty; undefined if
 * invalid, ambiguous or with too many decimals.
 */
export function amountOf(typed: string, currency: string): number | null | undefined {
  const text = typed.replace(/[\s'’]/g, '').replace(/^[^\d.,-]+|[^\d.,]+$/g, '');
  if (text === '') return typed.trim() === '' ? null : undefined;
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)
    ? text.replaceAll(',', '')
    : /^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : text;
  const [, fraction] = /^\d{1,12}(?:\.(\d*))?$/.exec(plain) ?? [];
  const decimals = decimalsOf(currency);
  if (!/^\d{1,12}(\.\d*)?$/.test(plain) || (fraction?.length ?? 0) > decimals) return undefined;
  return Math.round(Number(plain) * 10 ** decimals);
}

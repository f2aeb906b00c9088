/** How many digits stand behind the point in a currency: 2 for cents, 0 where there is nothing smaller. */
function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in minor units as people type it: 64000 in USD is `640`, 64050 is `640.50`; nothing is empty. */
export function amountText(minor: number | null, currency: string): string {
  if (minor === null) return '';
  const decimals = decimalsOf(currency);
  const units = 10 ** decimals;
  return minor % units === 0 ? String(minor / units) : (minor / units).toFixed(decimals);
}

/**
 * What somebody typed, in minor units: `640`, `$1,640.50`, `640,50`, `1.640,50`. Null for nothing; undefined for what is
 * no amount, has more decimals than the currency or could be read in two ways.
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

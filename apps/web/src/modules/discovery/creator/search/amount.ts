const FACTORS: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/**
 * Reads what a person writes for an end of a range: `10k`, `1.5m`, `12,000` and `12.000` for counts, `2.5`, `2,5` and
 * `2.5%` for rates.
 * @returns the number as text, undefined for an empty text (no limit), null for what is no number
 */
export function readAmount(text: string, kind: 'count' | 'rate'): string | undefined | null {
  const trimmed = text.replace(/\s/g, '').toLowerCase();
  if (trimmed === '') return undefined;
  const match = /^(\d+(?:[.,]\d+)*)([kmb%]?)$/.exec(trimmed);
  const [, digits = '', unit = ''] = match ?? [];
  if (!match || (unit === '%' && kind === 'count') || (kind === 'rate' && unit !== '' && unit !== '%'))
    return null;
  const thousands = kind === 'count' && unit === '' && /^\d{1,3}([.,]\d{3})+$/.test(digits);
  const plain = thousands ? digits.replace(/[.,]/g, '') : withOneDot(digits);
  const value = Number(plain) * (FACTORS[unit] ?? 1);
  if (!Number.isFinite(value)) return null;
  return String(kind === 'count' ? Math.round(value) : value);
}

/** Of several separators only the last can be the decimal one: `1,234.5` is `1234.5`. */
function withOneDot(digits: string): string {
  const parts = digits.split(/[.,]/);
  const decimals = parts.length > 1 ? parts.pop() : undefined;
  return decimals === undefined ? parts.join('') : `${parts.join('')}.${decimals}`;
}

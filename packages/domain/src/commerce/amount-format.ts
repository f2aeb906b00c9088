import { minorDigits } from '../money.ts';

/** Decimal separator of a column of amounts; null if its values are inconclusive. */
export type DecimalSign = '.' | ',' | 'mixed' | null;

const GROUPED = /^[+-]?\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?=[.,]|$)/;
/** Removes spaces and apostrophes between thousands. */
const joined = (text: string) => {
  const trimmed = text.trim();
  return GROUPED.test(trimmed) ? trimmed.replace(/[ \u00a0\u202f'’]/g, '') : trimmed;
};

/**
 * Returns the decimal separator an amount proves, or null: `17.758,28` proves the comma,
 * `1.234.567` the comma (its points group digits), `12.5` the point, `1.234` neither.
 */
function provenSign(text: string): '.' | ',' | null {
  const amount = joined(text);
  if (!/^[+-]?\d[\d.,]*$/.test(amount)) return null;
  const signs = amount.match(/[.,]/g) ?? [];
  const last = signs.at(-1) as '.' | ',' | undefined;
  if (!last) return null;
  if (new Set(signs).size === 2) return last;
  if (signs.length > 1) return last === '.' ? ',' : '.';
  const [whole = '', rest = ''] = amount.replace(/^[+-]/, '').split(last);
  const mayGroup = rest.length === 3 && whole.length <= 3 && !/^0/.test(whole);
  return mayGroup ? null : last;
}

/** Combines the separator proven so far with that of another amount. */
export function decimalSignOf(sign: DecimalSign, text: string): DecimalSign {
  const proven = provenSign(text);
  if (!proven) return sign;
  return sign === null || sign === proven ? proven : 'mixed';
}

/** Appended to an ambiguous amount, which makes it unreadable and explains why. */
const AMBIGUOUS = '(thousands or decimals? Write it as 1234.00)';

/**
 * Converts an amount to machine notation: `17.758,28` becomes `17758.28` in a column with decimal
 * commas. An ambiguous amount is returned unreadable with an explanation; other texts are
 * unchanged.
 * @param sign separator of the column, or of the file's other columns if the column is inconclusive
 */
export function canonicalAmount(text: string, sign: DecimalSign, currency: string): string {
  const amount = joined(text);
  if (!/^[+-]?\d[\d.,]*$/.test(amount) || !/[.,]/.test(amount)) return amount;
  let decimal = sign === 'mixed' ? provenSign(amount) : sign;
  if (!decimal && minorDigits(currency) === 3)
    decimal = provenSign(amount) ?? (amount.includes('.') ? '.' : ',');
  if (!decimal) return `${amount} ${AMBIGUOUS}`;
  const grouping = decimal === '.' ? ',' : '.';
  const [whole = '', ...rest] = amount.split(decimal);
  const groups = whole.replace(/^[+-]/, '').split(grouping);
  const wellGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (rest.length > 1 || !wellGrouped || rest[0]?.includes(grouping)) return text;
  return whole.replaceAll(grouping, '') + (rest.length > 0 ? `.${rest[0]}` : '');
}

/** Digits behind the point where a currency is not known: those of most. */
const USUAL_DIGITS = 2;

const known = new Map<string, number>();

/**
 * How many digits an amount of a currency has behind the point: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217).
 * @param currency such as `EUR`; one that nobody knows has 2
 */
export function minorDigits(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const digits = digitsOf(currency);
  // Making a format takes long, and there are fewer currencies than amounts.
  if (known.size < 1000) known.set(currency, digits);
  return digits;
}

function digitsOf(currency: string): number {
  if (!/^[A-Z]{3}$/i.test(currency)) return USUAL_DIGITS;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? USUAL_DIGITS;
}

/**
 * An amount as programs write it, in whole minor units: ('12.30', 'USD') -> 1230, ('1500', 'JPY') -> 1500. What is
 * smaller than the smallest coin is rounded, halves away from 0.
 * @returns null for what is no amount, or too large to be exact
 */
export function toMinor(amount: string | number, currency: string): number | null {
  const parts = /^([+-]?)(\d{1,15})(?:\.(\d*))?$/.exec(String(amount).trim());
  if (!parts) return null;
  const [, sign, whole = '', rest = ''] = parts;
  const digits = minorDigits(currency);
  const coins = Number(whole + rest.slice(0, digits).padEnd(digits, '0'));
  const minor = coins + ((rest[digits] ?? '0') >= '5' ? 1 : 0);
  if (!Number.isSafeInteger(minor)) return null;
  return sign === '-' && minor !== 0 ? -minor : minor;
}

/** Whole minor units as programs write them: 8500 EUR is `85.00`. */
export function toDecimal(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const at = text.length - digits;
  const decimal = digits === 0 ? text : `${text.slice(0, at)}.${text.slice(at)}`;
  return minor < 0 ? `-${decimal}` : decimal;
}

/** Formats money for emails and notices, from integer minor units: (49500, 'USD') -> '$495', (49550, 'USD') -> '$495.50'. */
export function moneyText(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits).replace(/\.0+$/, '');
}

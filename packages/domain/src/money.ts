import { LANGUAGES, language, numberLocale } from '@troupe/i18n/language';
import { isKnown, type Known, NOT_KNOWN } from '@troupe/i18n/number-text';

/** Decimals of unknown currencies. */
const USUAL_DIGITS = 2;

const known = new Map<string, number>();

/**
 * Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217).
 * @param currency such as `EUR`; unknown ones have 2
 */
export function minorDigits(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const digits = digitsOf(currency);
  // Creating a formatter is slow, and there are few currencies.
  if (known.size < 1000) known.set(currency, digits);
  return digits;
}

function digitsOf(currency: string): number {
  if (!/^[A-Z]{3}$/i.test(currency)) return USUAL_DIGITS;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? USUAL_DIGITS;
}

/**
 * Converts an amount to integer minor units: ('12.30', 'USD') -> 1230, ('1500', 'JPY') -> 1500.
 * Fractions of a minor unit are rounded half away from zero.
 * @returns null if the amount is invalid or too large to be exact
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

/** Converts minor units to a decimal string: 8500 EUR is `85.00`. */
export function toDecimal(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const at = text.length - digits;
  const decimal = digits === 0 ? text : `${text.slice(0, at)}.${text.slice(at)}`;
  return minor < 0 ? `-${decimal}` : decimal;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A formatter of the current language. In Arabic, amounts keep the form that brands see. */
function moneyFormat(currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger'): Intl.NumberFormat {
  const locale = isRightToLeft() ? 'en-US' : numberLocale();
  const key = `${locale} ${currency} ${trailingZeroDisplay}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay });
  if (formats.size < 1000) formats.set(key, format);
  return format;
}

const isRightToLeft = () => LANGUAGES[language()].dir === 'rtl';

function written(minor: number, currency: string, zeros: 'auto' | 'stripIfInteger'): string {
  const text = moneyFormat(currency, zeros).format(minor / 10 ** minorDigits(currency));
  // A mark that fixes the direction: digits have none, so the sign would move behind them.
  return isRightToLeft() ? `\u2066${text}\u2069` : text;
}

/**
 * Formats integer minor units in the current language, with cents only where there are any: (49500, 'USD') -> '$495',
 * (49550, 'USD') -> '$495.50', (500, 'JPY') -> '¥500'.
 */
export const money = (minor: Known, currency: string): string =>
  isKnown(minor) ? written(minor, currency, 'stripIfInteger') : NOT_KNOWN;

/**
 * Returns a formatter for amounts that stand together: all have cents if one of them does. ([2000, 440], 'EUR') writes
 * '€20.00' beside '€4.40'.
 */
export function groupMoney(amounts: readonly Known[], currency: string): (minor: Known) => string {
  const unit = 10 ** minorDigits(currency);
  const hasCents = amounts.some((minor) => isKnown(minor) && Math.round(minor) % unit !== 0);
  return hasCents ? (minor) => columnMoney(minor, currency) : (minor) => money(minor, currency);
}

/** Formats money of a table column, always with the currency's decimals so that points align: '$495.00'. */
export const columnMoney = (minor: Known, currency: string): string =>
  isKnown(minor) ? written(minor, currency, 'auto') : NOT_KNOWN;

/** K or M in English; other languages have their own units. */
const isShortUnit = (unit: string): boolean => language() === 'en' && unit.length === 1;

/** Formats an amount on the axis of a chart, shortened like other numbers: (250000, 'USD') -> '$2.5k'. */
export function axisMoney(minor: number, currency: string): string {
  const text = new Intl.NumberFormat(isRightToLeft() ? 'en-US' : numberLocale(), {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
    .formatToParts(minor / 10 ** minorDigits(currency))
    .map(({ type, value }) => (type === 'compact' && isShortUnit(value) ? value.toLowerCase() : value))
    .join('');
  return isRightToLeft() ? `\u2066${text}\u2069` : text;
}

/** Rounds an estimated amount to three digits, but never to fractions of a unit: (275215, 'USD') -> 275000. */
export function roundEstimatedMoney(minor: number, currency: string): number {
  const unit = 10 ** minorDigits(currency);
  return Math.abs(minor) < 100 * unit ? Math.round(minor / unit) * unit : Number(minor.toPrecision(3));
}

import { formats, LANGUAGES, language, numberLocale } from '@troupe/i18n/language';

export { formats, HOUSE_LOCALE, numberLocale, setFormats } from '@troupe/i18n/language';

/** Placeholder for unknown values. */
export const NOT_KNOWN = 'N/A';

type Known = number | null | undefined;

const isKnown = (value: Known): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

const units = [
  { size: 1, sign: '' },
  { size: 1e3, sign: 'k' },
  { size: 1e6, sign: 'm' },
  { size: 1e9, sign: 'b' },
  { size: 1e12, sign: 't' },
] as const;

/** Rounds half up, even if binary fractions fall just below (12.35 with one decimal is 12.4). */
const round = (value: number, decimals: number) => {
  const factor = 10 ** decimals;
  return Math.round(Number((value * factor).toPrecision(14))) / factor;
};

let sign = { locale: '', decimal: '.' };

/** Formats a number with the locale's decimal separator. */
function written(text: string): string {
  const { locale } = formats();
  if (sign.locale !== locale) {
    const parts = new Intl.NumberFormat(numberLocale()).formatToParts(1.1);
    sign = { locale, decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.' };
  }
  return sign.decimal === '.' ? text : text.replace('.', sign.decimal);
}

function compact(value: number, decimals: number, keepZeros: boolean): string {
  // The formats with k and m are English; other languages have their own short forms.
  if (language() !== 'en') {
    const options = { notation: 'compact', maximumFractionDigits: decimals } as const;
    return new Intl.NumberFormat(numberLocale(), options).format(value);
  }
  const size = Math.abs(value);
  const minus = value < 0 ? '-' : '';
  let index = units.findLastIndex((unit) => size >= unit.size);
  if (index < 0) index = 0;
  let unit = units[index] ?? units[0];
  let shown = round(size / unit.size, unit.size === 1 ? 0 : decimals);
  const next = units[index + 1];
  // 999,950 would round to 1000.0k, so use 1.0m.
  if (shown >= 1000 && next) {
    unit = next;
    shown = round(size / unit.size, decimals);
  }
  if (unit.size === 1) return `${shown === 0 ? '' : minus}${shown}`;
  return `${minus}${written(keepZeros ? shown.toFixed(decimals) : String(shown))}${unit.sign}`;
}

/** Formats followers and subscribers as `0.0a`: 12345 -> '12.3k', 148000 -> '148.0k', 950 -> '950'. */
export const compactFollowers = (value: Known): string =>
  isKnown(value) ? compact(value, 1, true) : NOT_KNOWN;

/** Formats views as `0a`: 12345 -> '12k', 999500 -> '1m'. */
export const compactViews = (value: Known): string => (isKnown(value) ? compact(value, 0, true) : NOT_KNOWN);

/** Formats counts such as unread messages: 14 -> '14', 1200 -> '1.2k', 2000 -> '2k'. */
export const compactCount = (value: Known): string => (isKnown(value) ? compact(value, 1, false) : NOT_KNOWN);

/** A percentage with the sign where the language puts it. */
function inPercent(value: number, digits: { minimumFractionDigits?: number; maximumFractionDigits: number }) {
  if (language() !== 'en') {
    return new Intl.NumberFormat(numberLocale(), { style: 'percent', ...digits }).format(value / 100);
  }
  return `${written(digits.minimumFractionDigits === undefined ? String(value) : value.toFixed(digits.minimumFractionDigits))}%`;
}

/** An engagement rate in per cent, 3 decimals at most: 1.23456 -> '1.235%', 6.08 -> '6.08%'. */
export const engagementRate = (value: Known): string =>
  isKnown(value) ? inPercent(round(value, 3), { maximumFractionDigits: 3 }) : NOT_KNOWN;

/** An engagement rate in a table column, always with 1 decimal: 4.561 -> '4.6%', 6 -> '6.0%'. */
export const tableRate = (value: Known): string =>
  isKnown(value) ? `${written(round(value, 1).toFixed(1))}%` : NOT_KNOWN;

/** Formats a share of 0 to 1 as a percentage: 0.837 -> '84%', with one decimal '83.7%'. */
export const percent = (share: Known, decimals = 0): string =>
  isKnown(share)
    ? inPercent(round(share * 100, decimals), {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })
    : NOT_KNOWN;

let whole = { locale: 'en-US', format: new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }) };

function wholeFormat(): Intl.NumberFormat {
  const locale = numberLocale();
  if (whole.locale !== locale) {
    whole = { locale, format: new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }) };
  }
  return whole.format;
}

/** Formats an exact number: 84213 -> '84,213'. */
export const exactNumber = (value: Known): string =>
  isKnown(value) ? wholeFormat().format(value) : NOT_KNOWN;

/**
 * Formats integer minor units: (49500, 'USD') -> '$495', (49550, 'USD') -> '$495.50', (500, 'JPY') -> '¥500'.
 */
export function money(minor: Known, currency: string): string {
  if (!isKnown(minor)) return NOT_KNOWN;
  const digits = new Intl.NumberFormat(numberLocale(), { style: 'currency', currency }).resolvedOptions();
  const factor = 10 ** (digits.maximumFractionDigits ?? 2);
  const decimals = minor % factor === 0 ? 0 : (digits.maximumFractionDigits ?? 2);
  // Amounts run from left to right in every language, as brands see them.
  const isRightToLeft = LANGUAGES[language()].dir === 'rtl';
  const locale = isRightToLeft ? 'en-US' : numberLocale();
  const written = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(minor / factor);
  // A mark that fixes the direction: digits have none, so the sign would move behind them.
  return isRightToLeft ? `\u2066${written}\u2069` : written;
}

/** Money in a table column, always with the currency's decimals, so that points align: (49500, 'USD') -> '$495.00'. */
export function columnMoney(minor: Known, currency: string): string {
  if (!isKnown(minor)) return NOT_KNOWN;
  const format = new Intl.NumberFormat(numberLocale(), { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns 'N creators' or '1 creator', with an exact count. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${exactNumber(count)} ${count === 1 ? one : many}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string => {
  if (language() !== 'en') return new Intl.ListFormat(language()).format(words);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
};

const withSign = (word: string, sign: string) => (word.startsWith(sign) ? word : `${sign}${word}`);

/** Joins hashtags or mentions with their sign: `#autumntrailkit`, `@larkmoor`. */
export const tagList = (tags: { hashtags: readonly string[]; mentions: readonly string[] }): string[] => [
  ...tags.hashtags.map((word) => withSign(word, '#')),
  ...tags.mentions.map((word) => withSign(word, '@')),
];

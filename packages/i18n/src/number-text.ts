import { language, numberLocale } from './language.ts';

/** Placeholder for unknown values. */
export const NOT_KNOWN = 'N/A';

/** A value that may be missing. */
export type Known = number | null | undefined;

/** Whether a value is there, and finite. */
export const isKnown = (value: Known): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

/** Rounds half up, even if binary fractions fall just below (12.35 with one decimal is 12.4). */
export const roundHalfUp = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  return Math.round(Number((value * factor).toPrecision(14))) / factor;
};

const units = [
  { size: 1, sign: '' },
  { size: 1e3, sign: 'k' },
  { size: 1e6, sign: 'm' },
  { size: 1e9, sign: 'b' },
  { size: 1e12, sign: 't' },
] as const;

let sign = { locale: '', decimal: '.' };

/** Writes a number with the locale's decimal separator. */
function written(text: string): string {
  const locale = numberLocale();
  if (sign.locale !== locale) {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.1);
    sign = { locale, decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.' };
  }
  return sign.decimal === '.' ? text : text.replace('.', sign.decimal);
}

/**
 * Formats a number in short: 12345 -> '12.3k'. The forms with k and m are English; other languages have their own.
 * @param keepZeros 2000 is '2.0k'
 */
export function compactText(value: number, decimals: number, keepZeros: boolean): string {
  if (language() !== 'en') {
    const options = { notation: 'compact', maximumFractionDigits: decimals } as const;
    return new Intl.NumberFormat(numberLocale(), options).format(value);
  }
  const size = Math.abs(value);
  const minus = value < 0 ? '-' : '';
  let index = units.findLastIndex((unit) => size >= unit.size);
  if (index < 0) index = 0;
  let unit = units[index] ?? units[0];
  let shown = roundHalfUp(size / unit.size, unit.size === 1 ? 0 : decimals);
  const next = units[index + 1];
  // 999,950 would round to 1000.0k, so use 1.0m.
  if (shown >= 1000 && next) {
    unit = next;
    shown = roundHalfUp(size / unit.size, decimals);
  }
  if (unit.size === 1) return `${shown === 0 ? '' : minus}${shown}`;
  return `${minus}${written(keepZeros ? shown.toFixed(decimals) : String(shown))}${unit.sign}`;
}

/**
 * Formats a percentage, with the sign where the language puts it: 4.56 -> '4.6%', in German '4,6 %'.
 * @param least decimals that are always there
 */
export function percentText(value: number, most: number, least = 0): string {
  const rounded = roundHalfUp(value, most);
  if (language() !== 'en') {
    return new Intl.NumberFormat(numberLocale(), {
      style: 'percent',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }).format(rounded / 100);
  }
  return `${written(least === 0 ? String(rounded) : rounded.toFixed(least))}%`;
}

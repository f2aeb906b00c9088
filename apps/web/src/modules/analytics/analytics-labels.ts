import { formulaName } from '@troupe/domain/analytics/formula-text';
import type { Figure, FigureValue, FormulaId } from '@troupe/domain/figure';
import { engagementRate, tableRate } from '@troupe/domain/figure-text';
import { columnMoney } from '@troupe/domain/money';
import { dayText, monthText, shortDayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, numberLocale, percent } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';

type Measured = Pick<Figure, 'unit' | 'currency'>;

/** Formats a return such as ROAS with two decimals: 8.0196 -> '8.02'. */
export const ratioText = (value: number): string =>
  new Intl.NumberFormat(numberLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

/** Formats a value for a card or cell. Large counts are shortened. */
export function shortText(value: number, { unit, currency }: Measured): string {
  if (unit === 'money') return columnMoney(Math.round(value), currency ?? 'USD');
  if (unit === 'count') return compactCount(value);
  return unit === 'percent' ? tableRate(value) : ratioText(value);
}

/** Formats a value exactly, for the popover, the table view and files. */
export function fullText(value: number, figure: Measured): string {
  if (figure.unit === 'count') return exactNumber(value);
  return figure.unit === 'percent' ? engagementRate(value) : shortText(value, figure);
}

/** Returns the interval or band around a value; empty without one. The interval of a share is one of 95%. */
export function boundsText(
  { formula, low, high }: Pick<Figure, 'formula' | 'low' | 'high'>,
  figure: Measured,
): string {
  if (low === null || high === null) return '';
  const bounds = { low: shortText(low, figure), high: shortText(high, figure) };
  return t(formula === 'conversion' ? 'interval95' : 'interval', bounds);
}

/** Returns the name of a figure, with its currency where there are several. */
export const nameOf = (
  { formula, currency }: Pick<Figure, 'formula' | 'currency'>,
  several: boolean,
): string => (several && currency ? `${formulaName(formula)}, ${currency}` : formulaName(formula));

/** Returns the first figure of a formula: that of the largest currency. */
export const figureOf = (figures: readonly Figure[], id: FormulaId): Figure | undefined =>
  figures.find(({ formula }) => formula === id);

/**
 * Leaves out amounts of 0 in other currencies: a currency without anything would fill the screen with zeros. What fell to 0
 * since the compared period stays.
 * @param main the currency that always stays
 */
export const withAmounts = (figures: readonly Figure[], main: string | undefined): Figure[] =>
  figures.filter(
    ({ currency, value, previous }) =>
      currency === null || currency === main || Boolean(value) || Boolean(previous?.value),
  );

/** Returns the figures of a formula for a cell: those with a value, or one that has none. */
export function cellFigures(figures: readonly Figure[], id: FormulaId): Figure[] {
  const all = figures.filter(({ formula }) => formula === id);
  const known = all.filter(({ value }) => value);
  return known.length > 0 ? known : all.slice(0, 1);
}

/** Returns how a value changed: '+12% from $1,200'; empty without anything to compare. */
export function changeText(now: number | null, previous: FigureValue | null, figure: Measured): string {
  if (previous === null || now === null) return '';
  const before = previous.value;
  if (before === null) return t('change.unknownBefore');
  const then = shortText(before, figure);
  if (before === 0) return now === 0 ? t('change.same') : t('change.from', { before: then });
  const rate = (now - before) / Math.abs(before);
  if (Math.abs(rate) < 0.005) return t('change.same');
  return t('change.by', { share: signedPercent(rate), before: then });
}

/** Formats a change of a share: 0.124 -> '+12%'. */
export const signedPercent = (rate: number): string =>
  rate > 0 ? `+${percent(rate)}` : `−${percent(-rate)}`;

const noon = (day: string) => `${day}T12:00:00Z`;

/** '12 Nov 2026' */
export const dayName = (day: string): string => dayText(noon(day), 'UTC');

/** A day or month on an axis. */
export const pointName = (day: string, every: 'day' | 'week' | 'month'): string =>
  (every === 'month' ? monthText : shortDayText)(noon(day), 'UTC');

/** The days of a period. */
export const periodText = ({ from, to }: { from: string; to: string }): string =>
  t('period.between', { from: dayName(from), to: dayName(to) });

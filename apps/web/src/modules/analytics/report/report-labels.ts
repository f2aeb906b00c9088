import type { AnalyticsStep } from '@troupe/domain/analytics/analytics';
import { formulaName } from '@troupe/domain/analytics/formula-text';
import type { ReportPart, ReportSnapshot, ReportWidget } from '@troupe/domain/analytics/report';
import { usualTitle, whyText } from '@troupe/domain/analytics/report-text';
import type { Figure } from '@troupe/domain/figure';
import { tableRate } from '@troupe/domain/figure-text';
import { axisMoney, columnMoney, money } from '@troupe/domain/money';
import { dayText, monthText, shortDayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, NOT_KNOWN, numberLocale } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';

type Measured = Pick<Figure, 'unit' | 'currency'>;

const decimals = (least: number, most: number) =>
  new Intl.NumberFormat(numberLocale(), { minimumFractionDigits: least, maximumFractionDigits: most });

/** Returns the value of a figure as text; a dash if it has none. */
export function valueText(value: number | null, { unit, currency }: Measured, inColumn = false): string {
  if (value === null) return NOT_KNOWN;
  if (unit === 'money') return (inColumn ? columnMoney : money)(Math.round(value), currency ?? 'EUR');
  if (unit === 'count') return exactNumber(value);
  // As many decimals as on the other screens.
  return unit === 'percent' ? tableRate(value) : decimals(2, 2).format(value);
}

/** Returns a value of a chart's axis. */
export function axisText(value: number, figure: Measured): string {
  if (figure.unit === 'money') return axisMoney(value, figure.currency ?? 'EUR');
  return figure.unit === 'count' ? compactCount(value) : valueText(value, figure);
}

/** Returns a value that changed as text, with decimals that show small changes. */
export function changedText(value: number | null, figure: Measured): string {
  if (value === null || figure.unit === 'money' || figure.unit === 'count') return valueText(value, figure);
  return figure.unit === 'percent' ? `${decimals(1, 3).format(value)}%` : decimals(2, 4).format(value);
}

/** Returns the change since the compared period with its sign; null without one. */
export function changeText({ value, previous }: Pick<Figure, 'value' | 'previous'>): string | null {
  if (value === null || !previous || previous.value === null || previous.value === 0) return null;
  const rate = (value - previous.value) / Math.abs(previous.value);
  return new Intl.NumberFormat(numberLocale(), {
    style: 'percent',
    maximumFractionDigits: Math.abs(rate) < 0.1 ? 1 : 0,
    signDisplay: 'exceptZero',
  }).format(rate);
}

/** Returns why a figure has no value or isn't complete; null if it is. */
export function figureNote({
  value,
  why,
  unknown,
}: Pick<Figure, 'value' | 'why' | 'unknown'>): string | null {
  if (value === null) return why ? whyText(why) : null;
  return unknown > 0 ? t('figure.unknown', { count: unknown }) : null;
}

/** Returns what a widget or part is called. */
export const titleOf = (part: ReportPart | ReportWidget): string =>
  part.title.trim() || usualTitle(part) || t(`widget.${part.kind}`);

/** Returns the name of a figure, with its currency where a report has several. */
export const figureName = (
  { currencies }: Pick<ReportSnapshot, 'currencies'>,
  one: Pick<Figure, 'formula' | 'currency'>,
) =>
  one.currency && currencies.length > 1
    ? `${formulaName(one.formula)} (${one.currency})`
    : formulaName(one.formula);

const noon = (day: string) => `${day}T12:00:00Z`;

/** Returns a day of a report; it has no time, so no zone either. */
export const dayOf = (day: string): string => dayText(noon(day), 'UTC');

/** Returns a day or month on the axis of a chart. */
export const pointName = (day: string, every: AnalyticsStep): string =>
  (every === 'month' ? monthText : shortDayText)(noon(day), 'UTC');

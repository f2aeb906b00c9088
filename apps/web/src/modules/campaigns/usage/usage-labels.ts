import { language } from '@troupe/i18n/language';
import { exactNumber } from '@troupe/ui/lib/format';
import { shortDay } from '../../../shared/short-day.ts';
import { t } from '../messages/messages.gen.ts';

const written = (day: string, locale: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** `2026-11` -> `Nov`. */
export const shortMonth = (month: string): string =>
  written(`${month}-01`, language() === 'en' ? 'en-US' : language(), { month: 'short' });

/** `2026-11` -> `November 2026`. */
export const longMonth = (month: string): string =>
  written(`${month}-01`, language() === 'en' ? 'en-US' : language(), { month: 'long', year: 'numeric' });

/** `26 left, resets on 1 Dec`, or that there is no limit or no plan. */
export function leftText(used: number, limit: number | null, resets: string, planned = true): string {
  if (!planned) return t('usage.noPlanYet');
  if (limit === null) return t('usage.notLimited');
  return t('usage.left', { count: exactNumber(Math.max(0, limit - used)), date: shortDay(resets) });
}

/** The top of an axis: a round, even number of at least `most`. */
export function axisTop(most: number): number {
  if (most <= 2) return 2;
  const step = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 6, 10].map((times) => times * step).find((each) => each >= most) ?? 10 * step;
  return top % 2 === 0 ? top : top + 1;
}

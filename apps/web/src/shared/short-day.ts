import { dayText } from '@troupe/ui/lib/date';
import { formats, HOUSE_LOCALE } from '@troupe/ui/lib/format';

/** `2026-11-03` -> `3 Nov`; also of a moment, as a day in UTC. */
export function shortDay(moment: string): string {
  const noon = new Date(`${moment.slice(0, 10)}T12:00:00Z`);
  const { locale } = formats();
  if (locale === HOUSE_LOCALE) return dayText(noon, 'UTC').replace(/ \d{4}$/, '');
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(noon);
}

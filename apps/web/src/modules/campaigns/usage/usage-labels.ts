import { dayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';

/** `12 Nov 2026` of a day in UTC. */
const dayIn = (day: string) => dayText(`${day}T12:00:00Z`, 'UTC');

/** `2026-11` -> `Nov`. */
export const shortMonth = (month: string): string => dayIn(`${month}-01`).split(' ')[1] ?? '';

/** `2026-11` -> `November 2026`. */
export const longMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );

/** `2026-11-03` -> `3 Nov`; also of a moment. */
export const shortDay = (day: string): string => dayIn(day.slice(0, 10)).replace(/ \d{4}$/, '');

/** What remains of a limit and when it resets; without a limit or a plan, that there is none. */
export function leftText(used: number, limit: number | null, resets: string, planned = true): string {
  if (!planned) return 'No plan yet';
  if (limit === null) return 'Not limited on your plan';
  return `${exactNumber(Math.max(0, limit - used))} left, resets on ${shortDay(resets)}`;
}

/** The top of an axis: a round number not below `most`, so that half of it is whole. */
export function axisTop(most: number): number {
  if (most <= 2) return 2;
  const step = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 6, 10].map((times) => times * step).find((each) => each >= most) ?? 10 * step;
  return top % 2 === 0 ? top : top + 1;
}

import { wallTime } from '@troupe/ui/lib/date';
import { momentAt } from '@troupe/ui/lib/wall-time';

const HOUR = 3_600_000;
const YEAR = 366 * 24 * HOUR;

/** At nine in the morning, so many days after `now`, in the person's time zone. */
function morning(now: number, days: number): string {
  const today = wallTime(new Date(now));
  return momentAt({ ...today, day: today.day + days, hour: 9, minute: 0 }).toISOString();
}

/** When a message can be sent later. */
export function laterTimes(now: number = Date.now()): { label: string; at: string }[] {
  const day = new Date(now).getDay();
  const untilMonday = (8 - day) % 7 || 7;
  return [
    { label: 'In an hour', at: new Date(now + HOUR).toISOString() },
    { label: 'Tomorrow morning', at: morning(now, 1) },
    ...(untilMonday > 1 ? [{ label: 'Monday morning', at: morning(now, untilMonday) }] : []),
  ];
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment as a field for date and time has it, in the person's time zone: '2026-11-20T09:00'. */
export function localMoment(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What is wrong with a time to send at; null when nothing is. */
export function laterProblem(local: string, now: number = Date.now()): string | null {
  const at = local ? new Date(local).getTime() : Number.NaN;
  if (Number.isNaN(at)) return 'Choose a day and a time.';
  if (at <= now) return 'Choose a time to come.';
  return at > now + YEAR ? 'Choose a time within a year.' : null;
}

/** Until when a conversation can be put away. */
export const snoozeTimes = (now: number = Date.now()): { label: string; at: string }[] => [
  { label: 'For 3 hours', at: new Date(now + 3 * HOUR).toISOString() },
  { label: 'Until tomorrow', at: morning(now, 1) },
  { label: 'For a week', at: morning(now, 7) },
];

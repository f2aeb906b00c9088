import { clockText, dayText, wallTime } from '@troupe/ui/lib/date';
import { formats } from '@troupe/ui/lib/format';
import { momentAt, readField } from '@troupe/ui/lib/wall-time';

const DAY = 86_400_000;

/** The weekday, in the person's time zone. */
const weekday = (at: Date, long: boolean) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: long ? 'long' : 'short',
    timeZone: formats().timeZone,
  }).format(at);

/** The separator between days of a conversation: Today, Yesterday, Wednesday, then 'Sat 14 Nov 2026'. */
export function dayLine(iso: string, now: number = Date.now()): string {
  const at = new Date(iso);
  const day = dayText(at);
  if (day === dayText(now)) return 'Today';
  if (day === dayText(now - DAY)) return 'Yesterday';
  const age = now - at.getTime();
  return age > 0 && age < 6 * DAY ? weekday(at, true) : `${weekday(at, false)} ${day}`;
}

/** '16:20', in the person's time zone. */
export const clockTime = (iso: string): string => clockText(iso);

/** Preview of the last message in the list. Emails without text show their subject. */
export function lastMessageText(
  last: {
    kind: string;
    text: string;
    attachments: readonly { name: string }[];
    email?: { subject: string } | null;
  } | null,
): string {
  if (!last) return 'No messages yet';
  const text = last.text || last.email?.subject || last.attachments.map(({ name }) => name).join(', ');
  if (last.kind === 'brand') return `You: ${text}`;
  return last.kind === 'note' ? `Note: ${text}` : text;
}

const HOUR = 3_600_000;
const YEAR = 366 * 24 * HOUR;

/** At nine in the morning, so many days after `now`, in the person's time zone. */
function morning(now: number, days: number): string {
  const today = wallTime(new Date(now));
  return momentAt({ ...today, day: today.day + days, hour: 9, minute: 0 }).toISOString();
}

/** When a message can be sent later. */
export function laterTimes(now: number = Date.now()): { label: string; at: string }[] {
  const { year, month, day } = wallTime(new Date(now));
  const untilMonday = (8 - new Date(Date.UTC(year, month - 1, day)).getUTCDay()) % 7 || 7;
  return [
    { label: 'In an hour', at: new Date(now + HOUR).toISOString() },
    { label: 'Tomorrow morning', at: morning(now, 1) },
    ...(untilMonday > 1 ? [{ label: 'Monday morning', at: morning(now, untilMonday) }] : []),
  ];
}

/** What is wrong with a time to send at, as a field for date and time has it; null when nothing is. */
export function laterProblem(local: string, now: number = Date.now()): string | null {
  const at = readField(local)?.getTime();
  if (at === undefined) return 'Choose a day and a time.';
  if (at <= now) return 'Choose a time in the future.';
  return at > now + YEAR ? 'Choose a time within a year.' : null;
}

/** Until when a conversation can be put away. */
export const snoozeTimes = (now: number = Date.now()): { label: string; at: string }[] => [
  { label: 'For 3 hours', at: new Date(now + 3 * HOUR).toISOString() },
  { label: 'Until tomorrow', at: morning(now, 1) },
  { label: 'For a week', at: morning(now, 7) },
];

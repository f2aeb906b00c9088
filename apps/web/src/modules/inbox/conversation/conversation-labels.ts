import { language } from '@troupe/i18n/language';
import { clockText, dayText, wallTime } from '@troupe/ui/lib/date';
import { formats, HOUSE_LOCALE } from '@troupe/ui/lib/format';
import { momentAt, readField } from '@troupe/ui/lib/wall-time';
import { t } from '../messages/messages.gen.ts';

const DAY = 86_400_000;

/** The weekday, in the person's language and time zone. */
const weekday = (at: Date, long: boolean) =>
  new Intl.DateTimeFormat(language() === 'en' ? HOUSE_LOCALE : language(), {
    weekday: long ? 'long' : 'short',
    timeZone: formats().timeZone,
  }).format(at);

/** The separator between days of a conversation: Today, Yesterday, Wednesday, then 'Sat 14 Nov 2026'. */
export function dayLine(iso: string, now: number = Date.now()): string {
  const at = new Date(iso);
  const day = dayText(at);
  if (day === dayText(now)) return t('day.today');
  if (day === dayText(now - DAY)) return t('day.yesterday');
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
  if (!last) return t('last.none');
  const text = last.text || last.email?.subject || last.attachments.map(({ name }) => name).join(', ');
  if (last.kind === 'brand') return t('last.ours', { text });
  return last.kind === 'note' ? t('last.note', { text }) : text;
}

const HOUR = 3_600_000;
const YEAR = 366 * 24 * HOUR;

/** Nine in the morning, `days` after `now`, in the person's time zone. */
function morning(now: number, days: number): string {
  const today = wallTime(new Date(now));
  return momentAt({ ...today, day: today.day + days, hour: 9, minute: 0 }).toISOString();
}

/** When a message can be sent later. */
export function laterTimes(now: number = Date.now()): { label: string; at: string }[] {
  const { year, month, day } = wallTime(new Date(now));
  const untilMonday = (8 - new Date(Date.UTC(year, month - 1, day)).getUTCDay()) % 7 || 7;
  return [
    { label: t('later.hour'), at: new Date(now + HOUR).toISOString() },
    { label: t('later.tomorrow'), at: morning(now, 1) },
    ...(untilMonday > 1 ? [{ label: t('later.monday'), at: morning(now, untilMonday) }] : []),
  ];
}

/** Returns why a message can't be sent at `local`, the value of a date and time field; null if it can. */
export function laterProblem(local: string, now: number = Date.now()): string | null {
  const at = readField(local)?.getTime();
  if (at === undefined) return t('later.missing');
  if (at <= now) return t('later.past');
  return at > now + YEAR ? t('later.tooFar') : null;
}

/** Until when a conversation can be snoozed. */
export const snoozeTimes = (now: number = Date.now()): { label: string; at: string }[] => [
  { label: t('snooze.hours'), at: new Date(now + 3 * HOUR).toISOString() },
  { label: t('snooze.tomorrow'), at: morning(now, 1) },
  { label: t('snooze.week'), at: morning(now, 7) },
];

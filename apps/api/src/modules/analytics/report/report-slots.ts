import type { ReportWindow } from '@troupe/domain/analytics/report';
import type { ReportScheduleForm, ReportSlot, SlotNote } from '@troupe/domain/analytics/report-schedule';

/** When a schedule runs, without what else it says. */
export type SlotRule = Pick<
  ReportScheduleForm,
  'frequency' | 'weekday' | 'monthDay' | 'hour' | 'minute' | 'zone'
>;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const LONGEST_MONTH = 31;
const SHORTEST_MONTH = 28;

/** Returns the recurrence rule (RFC 5545) of a schedule, for calendars. Months without the day use their last one. */
export function ruleText({ frequency, weekday, monthDay, hour, minute }: SlotRule): string {
  const at = `BYHOUR=${hour};BYMINUTE=${minute};BYSECOND=0`;
  if (frequency === 'daily') return `FREQ=DAILY;${at}`;
  if (frequency === 'weekly') return `FREQ=WEEKLY;BYDAY=${WEEKDAYS[weekday - 1]};${at}`;
  const days = [];
  for (let day = Math.min(SHORTEST_MONTH, monthDay); day <= monthDay; day += 1) days.push(day);
  return `FREQ=MONTHLY;BYMONTHDAY=${days.join(',')}${days.length > 1 ? ';BYSETPOS=-1' : ''};${at}`;
}

/**
 * Returns the first slots after a moment. A time that the clock skips is as much later as the clock jumps; a time that
 * occurs twice is the first one.
 */
export function slotsAfter(rule: SlotRule, after: Date, count: number): ReportSlot[] {
  const begin = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  const slots: ReportSlot[] = [];
  // A day earlier, because the day's slot may still come.
  let day = begin.toZonedDateTimeISO(rule.zone).toPlainDate().subtract({ days: 1 });
  if (rule.frequency === 'monthly') day = day.subtract({ days: LONGEST_MONTH });
  while (slots.length < count) {
    const { date, isLast } = dayFrom(rule, day);
    const { slot, note } = momentOf(rule, date);
    if (Temporal.Instant.compare(slot, begin) > 0)
      slots.push({
        at: new Date(slot.epochMilliseconds).toISOString(),
        note: note ?? (isLast ? 'last-day' : null),
      });
    day = rule.frequency === 'monthly' ? date.with({ day: 1 }).add({ months: 1 }) : date.add({ days: 1 });
  }
  return slots;
}

/**
 * Returns the latest slot up to a moment, for a schedule whose next one was `next`: after an outage, only the latest
 * missed one is run.
 */
export function latestSlot(rule: SlotRule, next: Date, now: Date): Date {
  let latest = next;
  for (;;) {
    const [following] = slotsAfter(rule, latest, 1);
    if (!following || Date.parse(following.at) > now.getTime()) return latest;
    latest = new Date(following.at);
  }
}

/** The first day of the rule on or after a day. */
function dayFrom(rule: SlotRule, day: Temporal.PlainDate): { date: Temporal.PlainDate; isLast: boolean } {
  if (rule.frequency === 'daily') return { date: day, isLast: false };
  if (rule.frequency === 'weekly')
    return { date: day.add({ days: (rule.weekday - day.dayOfWeek + 7) % 7 }), isLast: false };
  const inMonth = (of: Temporal.PlainDate) => of.with({ day: Math.min(rule.monthDay, of.daysInMonth) });
  const first = inMonth(day);
  const date =
    Temporal.PlainDate.compare(first, day) >= 0 ? first : inMonth(day.with({ day: 1 }).add({ months: 1 }));
  return { date, isLast: date.day !== rule.monthDay };
}

function momentOf(
  { hour, minute, zone }: SlotRule,
  date: Temporal.PlainDate,
): { slot: Temporal.Instant; note: SlotNote | null } {
  const wall = date.toPlainDateTime({ hour, minute });
  const slot = wall.toZonedDateTime(zone, { disambiguation: 'compatible' });
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' });
  const note =
    Temporal.PlainDateTime.compare(slot.toPlainDateTime(), wall) !== 0
      ? 'clock-skips'
      : later.epochMilliseconds === slot.epochMilliseconds
        ? null
        : 'clock-repeats';
  return { slot: slot.toInstant(), note };
}

/** Returns the days that a window covers at a moment: rolling ones end with the last complete unit. */
export function windowDays(window: ReportWindow, zone: string, at: Date): { from: string; to: string } {
  if (window.kind === 'fixed') return { from: window.from, to: window.to };
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const { unit, count } = window;
  const end = startOfUnit(today, unit);
  const from =
    unit === 'quarter'
      ? end.subtract({ months: 3 * count })
      : end.subtract({ [`${unit}s`]: count } as Temporal.DurationLike);
  return { from: from.toString(), to: end.subtract({ days: 1 }).toString() };
}

function startOfUnit(
  day: Temporal.PlainDate,
  unit: Extract<ReportWindow, { kind: 'rolling' }>['unit'],
): Temporal.PlainDate {
  if (unit === 'day') return day;
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  if (unit === 'month') return day.with({ day: 1 });
  if (unit === 'quarter') return day.with({ day: 1, month: day.month - ((day.month - 1) % 3) });
  return day.with({ day: 1, month: 1 });
}

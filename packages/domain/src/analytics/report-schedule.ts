import { z } from 'zod';
import { emailAddress, Id, Instant, Version } from '../shape.ts';
import { Zone } from './report.ts';

/** Formats of a run. */
export const ReportFormat = z.enum(['pdf', 'xlsx', 'csv', 'json']);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** The most recipients of a schedule. */
const MOST_RECIPIENTS = 20;

const ScheduleFrequency = z.enum(['daily', 'weekly', 'monthly']);
export type ScheduleFrequency = z.infer<typeof ScheduleFrequency>;

const form = {
  frequency: ScheduleFrequency,
  /** 1 is Monday; of weekly schedules. */
  weekday: z.int().min(1).max(7),
  /** Of monthly schedules. Months without the day use their last one. */
  monthDay: z.int().min(1, 'Choose a day from 1 to 31').max(31, 'Choose a day from 1 to 31'),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  zone: Zone,
  recipients: z
    .array(z.string().trim().toLowerCase().max(254).pipe(emailAddress('Enter an email address')))
    .max(MOST_RECIPIENTS, `Add up to ${MOST_RECIPIENTS} recipients`)
    .refine((list) => new Set(list).size === list.length, 'Enter each email address only once'),
  /** Files attached to the email. */
  formats: z
    .array(ReportFormat)
    .max(4)
    .refine((list) => new Set(list).size === list.length, 'Choose each format once'),
  /** Sends nothing if no figure differs from the run before. */
  skipIfSame: z.boolean(),
  /** Sends nothing if there is nothing to report. */
  skipIfEmpty: z.boolean(),
  paused: z.boolean(),
};

/** What a person sets of a schedule. */
export const ReportScheduleForm = z.object(form);
export type ReportScheduleForm = z.infer<typeof ReportScheduleForm>;

/** How a slot differs from the time on the clock: the time doesn't exist or exists twice, or the month has no such day. */
export const SlotNote = z.enum(['clock-skips', 'clock-repeats', 'last-day']);
export type SlotNote = z.infer<typeof SlotNote>;

/** When a report is run. */
export const ReportSlot = z.object({ at: Instant, note: SlotNote.nullable() });
export type ReportSlot = z.infer<typeof ReportSlot>;

/** When a report is run and sent. */
export const ReportSchedule = ReportScheduleForm.extend({
  id: Id,
  version: Version,
  /** Recipients who left the team since the schedule was saved. They no longer get the report. */
  former: z.array(z.string()),
  /** The recurrence rule (RFC 5545) of the schedule, in its zone. */
  rule: z.string(),
  /** The next times, at most 3; none while paused. */
  next: z.array(ReportSlot),
  last: z
    .object({ slot: Instant, outcome: z.enum(['sent', 'same', 'empty', 'no-recipients', 'limit']) })
    .nullable(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

import { z } from 'zod';
import { TeamSeats } from '../account/team.ts';
import { Platform } from '../discovery/platform.ts';
import { Id, Instant } from '../shape.ts';

/** Number of calendar months of collaborations shown, including the current one. */
export const USAGE_MONTHS = 6;
/** Number of days of credits shown, including today. */
export const USAGE_DAYS = 30;

/** A calendar month in UTC, `YYYY-MM`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use the format 2026-11');

/** A brand's plan usage, counted at `asOf`. */
export const Usage = z.object({
  asOf: Instant,
  team: TeamSeats,
  /** Opt-ins approved per calendar month (UTC), regardless of later status; current month last. */
  collaborations: z.object({
    used: z.int(),
    limit: z.int().nullable(),
    /** When the current month ends. */
    resets: Instant,
    months: z.array(z.object({ month: Month, count: z.int() })),
  }),
  /** Credits spent or reserved per day (UTC), excluding released ones; today last. */
  credits: z.object({
    balance: z.int(),
    reserved: z.int(),
    /** Monthly credits of the plan; null without a plan. */
    monthly: z.int().nullable(),
    days: z.array(z.object({ day: z.iso.date(), spent: z.int() })),
  }),
});
export type Usage = z.infer<typeof Usage>;

/** A collaboration that counts in a month. */
export const Collaboration = z.object({
  optInId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  platform: Platform,
  username: z.string(),
  fullname: z.string(),
  approved: Instant,
});
export type Collaboration = z.infer<typeof Collaboration>;

/** Returns the calendar month (UTC) of a time, `YYYY-MM`. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** Returns the start of a month and of the next one. */
export function monthSpan(month: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1, 1)), to: new Date(Date.UTC(year, number, 1)) };
}

/** Returns the last `count` months, ending with that of `now`. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))),
  );
}

/** Returns the last `count` days (UTC) as `YYYY-MM-DD`, ending with that of `now`. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

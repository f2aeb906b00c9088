import { z } from 'zod';
import { TeamPlaces } from '../account/team.ts';
import { Platform } from '../discovery/platform.ts';
import { Id, Instant } from '../shape.ts';

/** So many calendar months of collaborations are shown, the present one included. */
export const USAGE_MONTHS = 6;
/** So many days of credits are shown, today included. */
export const USAGE_DAYS = 30;

/** A calendar month in UTC, `YYYY-MM`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write a month as 2026-11');

/** What a brand uses of what its plan gives, as counted by us at `asOf`. */
export const Usage = z.object({
  asOf: Instant,
  team: TeamPlaces,
  /** Opt-ins approved in a calendar month (UTC), regardless of later status; the present month last. */
  collaborations: z.object({
    used: z.int(),
    limit: z.int().nullable(),
    /** When the present month ends. */
    resets: Instant,
    months: z.array(z.object({ month: Month, count: z.int() })),
  }),
  /** Credits spent or held for reports, by day (UTC); what was given back does not count. Today last. */
  credits: z.object({
    balance: z.int(),
    reserved: z.int(),
    /** What the plan grants each month; null without a plan. */
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

/** The calendar month (UTC) that a moment lies in, `YYYY-MM`. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** The first moment of a month and of the next one. */
export function monthSpan(month: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1, 1)), to: new Date(Date.UTC(year, number, 1)) };
}

/** The last `count` months, that of `now` last. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))),
  );
}

/** The last `count` days (UTC), that of `now` last, `YYYY-MM-DD`. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

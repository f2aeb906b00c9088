import type { Platform } from '@troupe/domain/discovery/creator';

/** What figures cover. Moments are exact in every zone: days between are whole UTC days, the rest quarter hours. */
export interface AnalyticsFilter {
  brandId: string;
  zone: string;
  /** First and last day in the zone, and the moments at which they begin and end. */
  from: string;
  to: string;
  start: string;
  end: string;
  campaignId: string | null;
  creatorId: string | null;
  platform: Platform | null;
  /** Affiliates of the creator or platform; null for all. */
  affiliateIds: readonly string[] | null;
  conversion: Conversion | null;
}

/** Rates to a currency by UTC day. */
export interface Conversion {
  currency: string;
  days: string[];
  currencies: string[];
  /** Units of the shown currency for a unit of the other, as decimals. */
  rates: string[];
  /** The same for minor units. */
  factors: string[];
}

/** What rows are grouped by. */
export type RowGroup = 'none' | 'campaign' | 'creator';

const DAY_MS = 86_400_000;

/** Returns the whole UTC days of a period: `[from, until)`, empty if it has none. */
export function wholeDays({ start, end }: Pick<AnalyticsFilter, 'start' | 'end'>): {
  from: string;
  until: string;
} {
  const first = Math.ceil(Date.parse(start) / DAY_MS) * DAY_MS;
  const last = Math.max(first, Math.floor(Date.parse(end) / DAY_MS) * DAY_MS);
  return { from: new Date(first).toISOString(), until: new Date(last).toISOString() };
}

/** January 5, 1970, a Monday. */
const FIRST_MONDAY = 4;

/** Returns the whole weeks (Monday to Sunday, UTC) of whole days: `[from, until)`, empty if they have none. */
export function wholeWeeks({ from, until }: { from: string; until: string }): {
  from: string;
  until: string;
} {
  const daysOf = (moment: string) => Date.parse(moment) / DAY_MS - FIRST_MONDAY;
  const first = Math.ceil(daysOf(from) / 7) * 7;
  const last = Math.max(first, Math.floor(daysOf(until) / 7) * 7);
  const monday = (days: number) => new Date((days + FIRST_MONDAY) * DAY_MS).toISOString();
  return first < last ? { from: monday(first), until: monday(last) } : { from, until: from };
}

/** Returns a day some days later. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns how many days lie between two days. */
export const daysBetween = (from: string, until: string): number =>
  (Date.parse(until) - Date.parse(from)) / DAY_MS;

import { z } from 'zod';
import { Day, Instant } from '../shape.ts';

/** A currency's rate of a day: units of it for one euro, as the European Central Bank published it. */
export const ExchangeRate = z.object({
  currency: z.string(),
  /** The day that was asked for. */
  day: Day,
  /** The day the rate was published for; earlier on weekends and holidays. */
  of: Day,
  perEuro: z.string(),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** The currencies that can be converted, and how current their rates are. */
export const RateStatus = z.object({
  currencies: z.array(z.object({ currency: z.string(), since: Day, until: Day, ended: z.boolean() })),
  latest: Day.nullable(),
  loadedAt: Instant.nullable(),
});
export type RateStatus = z.infer<typeof RateStatus>;

/** A rate is used at most this many days after the day it was published for: holidays are shorter. */
export const MOST_CARRIED_DAYS = 7;

import { z } from 'zod';
import { Day, Instant } from '../shape.ts';

/** Days ahead. */
export const FORECAST_DAYS = { usual: 14, max: 56 } as const;
/** Weeks of orders without which nothing is forecast. */
export const FEWEST_FORECAST_WEEKS = 9;

/** What is forecast: orders, or net revenue in one currency. */
export const ForecastMeasure = z.enum(['orders', 'net']);
export type ForecastMeasure = z.infer<typeof ForecastMeasure>;

/** The four methods whose median is the forecast. */
export const ForecastMethod = z.enum(['weekday-mean', 'level-profile', 'theta', 'holt-winters']);
export type ForecastMethod = z.infer<typeof ForecastMethod>;

/** How many past values an interval held. */
export const Coverage = z.object({ within: z.int(), of: z.int() });
export type Coverage = z.infer<typeof Coverage>;

/** A forecast of a brand's orders or net revenue. Money is in minor units. */
export const Forecast = z.object({
  formula: z.literal('forecast'),
  version: z.int(),
  zone: z.string(),
  asOf: Instant,
  measure: ForecastMeasure,
  /** Null for orders; null too if no order has been placed. */
  currency: z.string().nullable(),
  /** Currencies that can be asked for. */
  currencies: z.array(z.string()),
  /** Why there is no forecast; null if there is one. */
  why: z.enum(['no-orders', 'too-little-history']).nullable(),
  historyWeeks: z.int(),
  /** The last 12 weeks that are over. Days of 23 or 25 hours are marked. */
  history: z.array(z.object({ day: Day, value: z.number(), hours: z.int() })),
  days: z.array(
    z.object({
      day: Day,
      value: z.number(),
      low80: z.number(),
      high80: z.number(),
      low95: z.number(),
      high95: z.number(),
    }),
  ),
  /** All days together. The interval comes from errors of past totals. */
  total: z.object({ value: z.number(), low80: z.number(), high80: z.number() }).nullable(),
  methods: z.array(z.object({ method: ForecastMethod, values: z.array(z.number()) })),
  /** How this method did in this store's past: forecasts made each week from what was known then. */
  rehearsed: z
    .object({
      forecasts: z.int(),
      band80: Coverage,
      band95: Coverage,
      /** Mean absolute scaled error, and that of repeating the last week: below it is better. */
      mase: z.number().nullable(),
      naiveMase: z.number().nullable(),
    })
    .nullable(),
  /** How forecasts that were recorded each week turned out; null before the first is over. */
  scored: z
    .object({ forecasts: z.int(), band80: Coverage, band95: Coverage, lastScoredAt: Instant })
    .nullable(),
});
export type Forecast = z.infer<typeof Forecast>;

import { z } from 'zod';
import { Instant } from './shape.ts';

/** What a figure's value is in. Money is in minor units of the figure's currency. */
export const FigureUnit = z.enum(['money', 'count', 'ratio', 'percent']);
export type FigureUnit = z.infer<typeof FigureUnit>;

/**
 * Why a figure has no value: nothing to count, a divisor of 0, no item with a known value, no margin set, or an amount
 * without an exchange rate, or spend in several currencies that aren't converted.
 */
export const FigureWhy = z.enum([
  'no-items',
  'not-defined',
  'unknown',
  'needs-margin',
  'no-rate',
  'several-currencies',
]);
export type FigureWhy = z.infer<typeof FigureWhy>;

const measured = {
  value: z.number().nullable(),
  why: FigureWhy.nullable(),
  /** The interval or band around it, if its formula has one. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Items that it was calculated from, and items left out because their value is unknown. */
  known: z.int(),
  unknown: z.int(),
};

/** The value of a figure in a period. */
export const FigureValue = z.object(measured);
export type FigureValue = z.infer<typeof FigureValue>;

/** The ids of all formulas; `FORMULAS` in `figure-formula.ts` describes them. */
export const FORMULA_IDS = [
  'net-revenue',
  'refunds',
  'orders',
  'commission',
  'fees',
  'costs',
  'spend',
  'roas',
  'roas-band',
  'roi',
  'cpa',
  'cpm',
  'cpe',
  'fee-per-engagement',
  'clicks',
  'visitors',
  'conversion',
  'posts',
  'creators',
  'views',
  'reach',
  'likes',
  'comments',
  'saves',
  'shares',
  'engagements',
  'engagement-rate',
  'follower-engagement',
  'earned-media-value',
  'emv-range',
  'authenticity',
  'price-estimate',
] as const;
export const FormulaId = z.enum(FORMULA_IDS);
export type FormulaId = z.infer<typeof FormulaId>;

/** A figure: its value now and in the compared period, with the formula that made it. */
export const Figure = z.object({
  formula: FormulaId,
  version: z.int().min(1),
  unit: FigureUnit,
  /** Of money; null otherwise. Amounts of different currencies are never added. */
  currency: z.string().nullable(),
  value: measured.value,
  why: measured.why,
  low: measured.low,
  high: measured.high,
  known: measured.known,
  unknown: measured.unknown,
  /** The same in the compared period; null without one. */
  previous: FigureValue.nullable(),
  asOf: Instant,
});
export type Figure = z.infer<typeof Figure>;

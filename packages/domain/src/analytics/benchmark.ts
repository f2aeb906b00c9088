import { z } from 'zod';
import { Instant } from '../shape.ts';

/** Fewest brands of an installation that figures are shared between, and the most of the items that one may have. */
export const FEWEST_BENCHMARK_BRANDS = 5;
export const MOST_BENCHMARK_SHARE = 0.4;
/** Fewest campaigns that quartiles are made from. */
export const FEWEST_BENCHMARK_ITEMS = 4;

/** Quartiles of a figure over campaigns. */
export const Quartiles = z.object({ items: z.int(), q1: z.number(), median: z.number(), q3: z.number() });
export type Quartiles = z.infer<typeof Quartiles>;

/** A figure of the brand's campaigns beside its own past and, with consent, other brands. */
export const BenchmarkFigure = z.object({
  /** Id and version of its formula. */
  formula: z.string(),
  version: z.int(),
  unit: z.enum(['money', 'count', 'ratio', 'percent']),
  /** Of money figures; other currencies have their own rows. */
  currency: z.string().nullable(),
  lowerIsBetter: z.boolean(),
  /** Campaigns that ended or ran within the last 12 months; null with fewer than 4. */
  own: Quartiles.nullable(),
  ownItems: z.int(),
  /** The campaigns of the last 90 days: their median; null without any. */
  recent: z.number().nullable(),
  /** Share of own campaigns that `recent` beats. */
  beats: z.number().nullable(),
  /** All consenting brands; null where it isn't allowed. */
  installation: Quartiles.nullable(),
});
export type BenchmarkFigure = z.infer<typeof BenchmarkFigure>;

/** How a brand's campaigns compare. */
export const Benchmark = z.object({
  formula: z.literal('benchmark'),
  version: z.int(),
  zone: z.string(),
  asOf: Instant,
  figures: z.array(BenchmarkFigure),
  /** This brand's figures count for others, and it sees theirs. Off unless an owner turned it on. */
  shared: z.boolean(),
  /** Brands that share, with this one. */
  brands: z.int(),
  /** Why figures of the installation are missing; null if they are shown. */
  why: z.enum(['not-shared', 'too-few-brands', 'one-brand-dominates']).nullable(),
});
export type Benchmark = z.infer<typeof Benchmark>;

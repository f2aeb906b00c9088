import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { Share95 } from '../share-interval.ts';

/** Months of cohorts, and months that each is followed. */
export const COHORT_MONTHS = { usual: 12, max: 24 } as const;
/** Most creators that cohorts are listed for: those with the most buyers. */
export const MOST_COHORT_CREATORS = 50;
/** Fewest buyers that a purchase model is fitted to. */
export const FEWEST_MODEL_BUYERS = 100;

export const CohortGroup = z.enum(['month', 'creator']);
export type CohortGroup = z.infer<typeof CohortGroup>;

/** A month after the first order; 0 is the month of the first order. */
export const CohortCell = z.object({
  month: z.int(),
  /** Buyers whose month this already is, and those of them who ordered. */
  buyers: z.int(),
  active: z.int(),
  /** Share of buyers who ordered; null until the month is reached. */
  retention: Share95.nullable(),
  orders: z.int(),
  /** Net revenue up to the end of the month, in minor units, and that per buyer. */
  net: z.int(),
  netPerBuyer: z.number().nullable(),
  /** The month is over for every buyer. */
  complete: z.boolean(),
});
export type CohortCell = z.infer<typeof CohortCell>;

/** Buyers by the month of their first order, or by the creator who brought it. */
export const Cohort = z.object({
  /** Null if grouped by creator. */
  month: z.string().nullable(),
  /** Null if grouped by month; a creator without id stands for orders that no creator is credited for. */
  creator: z.object({ creatorId: Id.nullable(), name: z.string().nullable() }).nullable(),
  buyers: z.int(),
  cells: z.array(CohortCell),
  /** What a buyer will likely do in the next 12 months; null without a model. */
  next12Months: z.object({ orders: z.number(), net: z.number().nullable() }).nullable(),
});
export type Cohort = z.infer<typeof Cohort>;

/** A model of repeat purchases, fitted to all buyers. */
const PurchaseModel = z.object({
  formula: z.literal('bg-nbd'),
  version: z.int(),
  buyers: z.int(),
  r: z.number(),
  alpha: z.number(),
  a: z.number(),
  b: z.number(),
  /** The Gamma-Gamma model of the value of an order; null if it can't be fitted or values depend on frequency. */
  value: z.object({ p: z.number(), q: z.number(), v: z.number() }).nullable(),
});
export type PurchaseModel = z.infer<typeof PurchaseModel>;

/** Cohorts of a brand's buyers. Buyers are keyed hashes of their ids at the store. */
export const CohortReport = z.object({
  formula: z.literal('cohort'),
  version: z.int(),
  zone: z.string(),
  asOf: Instant,
  groupBy: CohortGroup,
  /** Currency of all amounts; null without orders. Orders in other currencies count as orders, not in amounts. */
  currency: z.string().nullable(),
  currencies: z.array(z.string()),
  buyers: z.int(),
  orders: z.int(),
  /** Orders that name no buyer: guests, and files without customers. They belong to no cohort. */
  ordersWithoutBuyer: z.int(),
  cohorts: z.array(Cohort),
  model: PurchaseModel.nullable(),
  /** Why there is no model. */
  modelWhy: z.enum(['too-few-buyers', 'no-repeat-orders', 'no-fit']).nullable(),
});
export type CohortReport = z.infer<typeof CohortReport>;

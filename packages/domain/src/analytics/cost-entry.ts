import { z } from 'zod';
import { Day, Id, Instant, text, Version } from '../shape.ts';

/** What a cost is for. Fees and commissions come from payments and the books; they are never entered. */
export const CostKind = z.enum(['product', 'shipping', 'fee', 'tool', 'ads', 'other']);
export type CostKind = z.infer<typeof CostKind>;

/** Where a cost comes from. */
export const CostSource = z.enum(['hand', 'import', 'gift', 'payable', 'commission']);
export type CostSource = z.infer<typeof CostSource>;

/** The largest cost, in minor units. */
const MOST_COST = 100_000_000_000;

/** A cost to enter. */
export const NewCostEntry = z.object({
  /** Day in the brand's time zone. */
  day: Day,
  kind: CostKind,
  /** Minor units of `currency`; below 0 for a refund of an earlier cost. */
  amount: z
    .int({ error: 'Enter a whole number of minor units' })
    .min(-MOST_COST, { error: 'This amount is too large' })
    .max(MOST_COST, { error: 'This amount is too large' })
    .refine((amount) => amount !== 0, { error: 'Enter an amount other than 0' }),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'Use an ISO currency code such as EUR' }),
  campaignId: Id.nullable().default(null),
  creatorId: Id.nullable().default(null),
  note: text({ max: 500 }).default(''),
  /** An invoice number or the like. Each is accepted once per brand, so that nothing counts twice. */
  reference: text({ max: 120 }).nullable().default(null),
});
export type NewCostEntry = z.infer<typeof NewCostEntry>;

/** A cost. Those from payments and commissions can't be changed here. */
export const CostEntry = z.object({
  id: Id,
  day: Day,
  kind: CostKind.or(z.literal('commission')),
  amount: z.int(),
  currency: z.string(),
  campaignId: Id.nullable(),
  campaignTitle: z.string().nullable(),
  creatorId: Id.nullable(),
  username: z.string().nullable(),
  note: z.string(),
  reference: z.string().nullable(),
  source: CostSource,
  /** Who entered it; null for others. */
  by: z.string().nullable(),
  version: Version,
  created: Instant,
  updated: Instant,
});
export type CostEntry = z.infer<typeof CostEntry>;

/** Costs of one currency and kind over the whole filter. */
export const CostSum = z.object({
  kind: CostEntry.shape.kind,
  currency: z.string(),
  amount: z.int(),
  count: z.int(),
});
export type CostSum = z.infer<typeof CostSum>;

/** What became of the rows of a file. */
export const CostImport = z.object({
  added: z.int(),
  /** Rows whose reference is known already. */
  skipped: z.int(),
  /** Rows that can't be read, with the reason; at most 100 are listed. */
  rejected: z.int(),
  errors: z.array(z.object({ row: z.int(), message: z.string() })),
});
export type CostImport = z.infer<typeof CostImport>;

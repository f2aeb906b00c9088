import { z } from 'zod';
import { FigureWhy, FormulaId } from '../figure.ts';
import { Day, Instant } from '../shape.ts';

/** An item that a figure was calculated from. */
export const EvidenceInput = z.object({
  /** What it is: an order, a payment, a commission, a cost, a post, clicks of a day. */
  kind: z.enum(['order', 'fee', 'commission', 'cost', 'post', 'clicks', 'creator']),
  id: z.string(),
  /** Which sum of the formula it belongs to. */
  part: z.enum(['top', 'bottom']),
  /** Minor units of `currency`, or a count without one. */
  amount: z.number(),
  currency: z.string().nullable(),
  /** Units of the shown currency for one unit of `currency`; null without conversion. */
  rate: z.string().nullable(),
  /** The day in the brand's zone. */
  day: Day,
});
export type EvidenceInput = z.infer<typeof EvidenceInput>;

/** An item left out of a figure because a value is unknown. */
export const EvidenceUnknown = z.object({
  kind: EvidenceInput.shape.kind,
  id: z.string(),
  reason: z.enum(['no-value', 'no-rate']),
});

/**
 * The evidence file of a figure. `sha256` is the hash of everything before it: the file's text up to and without
 * `,"sha256"`, with `}` added.
 */
export const Evidence = z.object({
  formula: FormulaId,
  version: z.int(),
  asOf: Instant,
  zone: z.string(),
  filters: z.record(z.string(), z.string()),
  /** How it is calculated: `times` × sum of `top` / sum of `bottom`, or the sum of `top` alone; rounded to `digits`. */
  calculation: z.object({
    times: z.number(),
    divided: z.boolean(),
    digits: z.int(),
    minorDigits: z.record(z.string(), z.int()),
    margin: z.number().nullable(),
  }),
  currency: z.string().nullable(),
  inputs: z.array(EvidenceInput),
  unknown: z.array(EvidenceUnknown),
  result: z.object({ value: z.number().nullable(), why: FigureWhy.nullable() }),
  sha256: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

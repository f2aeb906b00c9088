import { z } from 'zod';
import { FigureWhy, FormulaId } from '../figure.ts';
import { Day, Instant } from '../shape.ts';

/** An item that a figure was calculated from. */
export const EvidenceInput = z.object({
  /**
   * What it is: an order, an entry of the commission books for an order or without one (`bonus`), a payment to a creator,
   * a cost, a post, clicks of a link on a day.
   */
  kind: z.enum(['order', 'commission', 'bonus', 'fee', 'cost', 'post', 'clicks', 'creator']),
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
const EvidenceUnknown = z.object({
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
  /**
   * How it is calculated. Inputs of one part and kind are summed exactly, converted with `rate` if there is one, and
   * rounded to whole minor units, half away from zero; the sums of a part are added. `sum`: top; `ratio`: `times` × top /
   * bottom, rounded to `digits` decimals if given; `share`: 100 × top / bottom; `return`: 100 × (top × margin / 100 −
   * bottom) / bottom, rounded to `digits`.
   */
  calculation: z.object({
    kind: z.enum(['sum', 'ratio', 'share', 'return']),
    times: z.number(),
    digits: z.int().nullable(),
    margin: z.number().nullable(),
    /** Decimals of currencies, for converted amounts. */
    minorDigits: z.record(z.string(), z.int()),
  }),
  currency: z.string().nullable(),
  inputs: z.array(EvidenceInput),
  unknown: z.array(EvidenceUnknown),
  result: z.object({ value: z.number().nullable(), why: FigureWhy.nullable() }),
  sha256: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

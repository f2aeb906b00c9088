import { z } from 'zod';

/** A rate of one row of a ranking, pulled toward the rate of all rows: the fewer cases, the more. */
export const ShrunkRate = z.object({
  /** Successes and cases, such as orders and clicks. */
  k: z.int(),
  n: z.int(),
  /** `k / n`; null without cases. */
  raw: z.number().nullable(),
  rate: z.number(),
  /** 95% interval. Rows are sorted by `low`. */
  low: z.number(),
  high: z.number(),
  /** 1 is best; rows with equal bounds share a rank. */
  rank: z.int(),
});
export type ShrunkRate = z.infer<typeof ShrunkRate>;

import { z } from 'zod';
import { text } from '../shape.ts';

const value = text({ max: 200 }).default('');

/** How a person found the product, from their first URL; unknown parts are empty. */
export const MarketingSource = z.object({
  campaign: value,
  medium: value,
  source: value,
  content: value,
  term: value,
});
export type MarketingSource = z.infer<typeof MarketingSource>;

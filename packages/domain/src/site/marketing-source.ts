import { z } from 'zod';
import { text } from '../shape.ts';

const value = text({ max: 200 }).default('');

/** Where a person came from, as the address that led them here said; parts it did not name are empty. */
export const MarketingSource = z.object({
  campaign: value,
  medium: value,
  source: value,
  content: value,
  term: value,
});
export type MarketingSource = z.infer<typeof MarketingSource>;

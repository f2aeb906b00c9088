import { z } from 'zod';
import { ProductUpdateId } from '../account/product-update-id.ts';

/** A product update. */
export const ProductUpdate = z.object({
  id: ProductUpdateId,
  /** ISO date. */
  day: z.string(),
  title: z.string(),
  /** Plain text; paragraphs are separated by blank lines. */
  text: z.string(),
});
export type ProductUpdate = z.infer<typeof ProductUpdate>;

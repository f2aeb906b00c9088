import { z } from 'zod';
import { ProductUpdateId } from '../account/product-update-id.ts';

/** One piece of news about the product. */
export const ProductUpdate = z.object({
  id: ProductUpdateId,
  /** ISO date. */
  day: z.string(),
  title: z.string(),
  /** Plain text; paragraphs are parted by an empty line. */
  text: z.string(),
});
export type ProductUpdate = z.infer<typeof ProductUpdate>;

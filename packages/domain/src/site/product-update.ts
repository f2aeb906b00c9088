import { z } from 'zod';

/** Says which piece of news: its day and its title, `2026-11-20/bring-in-your-own-creators`. */
export const ProductUpdateId = z
  .string()
  .max(200, 'Too long')
  .regex(/^\d{4}-\d{2}-\d{2}\/[a-z0-9-]+$/, 'Not the id of a product update');
export type ProductUpdateId = z.infer<typeof ProductUpdateId>;

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

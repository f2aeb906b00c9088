import { z } from 'zod';

/** Says which piece of news: its day and its title, `2026-11-20/bring-in-your-own-creators`. */
export const ProductUpdateId = z
  .string()
  .max(200, 'Too long')
  .regex(/^\d{4}-\d{2}-\d{2}\/[a-z0-9-]+$/, 'Not the id of a product update');
export type ProductUpdateId = z.infer<typeof ProductUpdateId>;

import { z } from 'zod';

/** Id of a product update: its date and slug, `2026-11-20/bring-in-your-own-creators`. */
export const ProductUpdateId = z
  .string()
  .max(200, 'Too long')
  .regex(/^\d{4}-\d{2}-\d{2}\/[a-z0-9-]+$/, 'Invalid product update ID');
export type ProductUpdateId = z.infer<typeof ProductUpdateId>;

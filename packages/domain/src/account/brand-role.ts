import { z } from 'zod';

/** A member's role in a brand. Only owners manage billing, team and email domain. */
export const BrandRole = z.enum(['owner', 'member']);
export type BrandRole = z.infer<typeof BrandRole>;

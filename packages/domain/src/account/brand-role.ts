import { z } from 'zod';

/** What a member may do inside one brand; only an owner changes billing, team and email domain. */
export const BrandRole = z.enum(['owner', 'member']);
export type BrandRole = z.infer<typeof BrandRole>;

import { z } from 'zod';

/** Where a creator stands in a program. Only `active` ones are credited with orders. */
export const AFFILIATE_STATES = ['invited', 'active', 'paused', 'ended'] as const;
export const AffiliateState = z.enum(AFFILIATE_STATES);
export type AffiliateState = z.infer<typeof AffiliateState>;

import { z } from 'zod';

/** The state of a creator in a program. Only `active` creators are credited with orders. */
export const AFFILIATE_STATES = ['invited', 'active', 'paused', 'ended'] as const;
export const AffiliateState = z.enum(AFFILIATE_STATES);
export type AffiliateState = z.infer<typeof AffiliateState>;

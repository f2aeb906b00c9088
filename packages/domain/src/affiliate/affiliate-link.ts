import { z } from 'zod';

/** Where a link stands. A paused or ended one still leads to the store, and credits nobody; a deleted one is gone. */
export const LINK_STATES = ['active', 'paused', 'ended', 'deleted'] as const;
export const LinkState = z.enum(LINK_STATES);
export type LinkState = z.infer<typeof LinkState>;

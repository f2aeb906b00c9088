import { z } from 'zod';

/** The state of a link. Paused and ended links still lead to the store, without credit; deleted ones return 404. */
export const LINK_STATES = ['active', 'paused', 'ended', 'deleted'] as const;
export const LinkState = z.enum(LINK_STATES);
export type LinkState = z.infer<typeof LinkState>;

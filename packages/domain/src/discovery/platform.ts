import { z } from 'zod';

// Apart from what is said about platforms, so that a screen with forms does not make every screen load schemas.

/** The platforms that creators are found on. */
export const Platform = z.enum(['instagram', 'tiktok', 'youtube', 'tiktok-shop']);
export type Platform = z.infer<typeof Platform>;

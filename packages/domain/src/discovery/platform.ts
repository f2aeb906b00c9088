import { z } from 'zod';
import { PLATFORM_IDS } from './platforms.ts';

// Apart from the facts about platforms: a screen with forms must not make every screen load schemas.

/** The platforms that creators are found on. */
export const Platform = z.enum(PLATFORM_IDS);
export type Platform = z.infer<typeof Platform>;

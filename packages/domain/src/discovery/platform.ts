import { z } from 'zod';
import { PLATFORM_IDS } from './platforms.ts';

// Separate from the platform facts, so screens without forms don't load the schema library.

/** Platforms of creators. */
export const Platform = z.enum(PLATFORM_IDS);
export type Platform = z.infer<typeof Platform>;

import { z } from 'zod';

/** One thing a person may or may not do here, with the reason when not. */
export const Ability = z.object({ allowed: z.boolean(), reason: z.string().nullable() });
export type Ability = z.infer<typeof Ability>;

/** Returns an ability: allowed unless there is a reason against it. */
export const abilityUnless = (reason: string | null): Ability => ({ allowed: reason === null, reason });

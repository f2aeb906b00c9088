import { z } from 'zod';

/** Whether an action is allowed, and the reason if it isn't. */
export const Ability = z.object({ allowed: z.boolean(), reason: z.string().nullable() });
export type Ability = z.infer<typeof Ability>;

/** Returns an ability that is allowed unless there is a reason against it. */
export const abilityUnless = (reason: string | null): Ability => ({ allowed: reason === null, reason });

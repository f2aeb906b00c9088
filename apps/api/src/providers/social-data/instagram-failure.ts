import { z } from 'zod';

/** How the platform is called, in the books and by people. */
export const ME = { provider: 'instagram', name: 'Instagram' };

/** Too many calls: of the app, the user, the page, the account. */
export const THROTTLED = new Set([4, 17, 32, 613, 80002]);
/** Their own trouble, worth asking again. */
export const TRANSIENT = new Set([1, 2]);

/** How Meta says that something went wrong. */
export const Failed = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});

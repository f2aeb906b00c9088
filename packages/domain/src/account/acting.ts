import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Length of an acting session in minutes; a new one requires a new reason. */
export const ACTING_MINUTES = 60;

/** An administrator's session of acting as a brand member. */
export const Acting = z.object({
  id: Id,
  brandId: Id,
  brandName: z.string(),
  /** Name of the member. */
  name: z.string(),
  expires: Instant,
});
export type Acting = z.infer<typeof Acting>;

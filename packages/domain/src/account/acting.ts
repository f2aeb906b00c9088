import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** How long an administrator may act as a member before they have to say so again, in minutes. */
export const ACTING_MINUTES = 60;

/** A permission of one administrator to act as a member of one brand. */
export const Acting = z.object({
  id: Id,
  brandId: Id,
  brandName: z.string(),
  /** The member as whom they act. */
  name: z.string(),
  expires: Instant,
});
export type Acting = z.infer<typeof Acting>;

import { z } from 'zod';
import { Instant } from '../shape.ts';

/**
 * What a platform says about an account: it was `read`; it was read under a new name (`renamed`); it keeps itself
 * to itself (`private`: personal or private accounts); it is shown to some people only (`restricted`, such as by
 * age); it is `gone`; or its owner's consent is missing or was withdrawn (`not-connected`).
 */
export const AccountState = z.enum(['read', 'renamed', 'private', 'restricted', 'gone', 'not-connected']);
export type AccountState = z.infer<typeof AccountState>;

/**
 * How reading a creator from the platform went last; `message` is for people. `readAt` is when the platform last
 * gave the profile out, `next` from when on somebody may ask again.
 */
export const CreatorRefresh = z.object({
  state: AccountState.nullable(),
  message: z.string().nullable(),
  readAt: Instant.nullable(),
  next: Instant.nullable(),
});
export type CreatorRefresh = z.infer<typeof CreatorRefresh>;

import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** An account that was closed, until its data goes. */
export const BrandClosing = z.object({
  brandId: Id,
  brandName: z.string(),
  closed: Instant,
  /** From then on the data is removed, and closing cannot be undone. */
  deletes: Instant,
});
export type BrandClosing = z.infer<typeof BrandClosing>;

/** What closing does, as people are told before they do it. @param days the data is kept */
export const closingSteps = (days: number): string[] => [
  "Your plan is cancelled with 30 days' notice. Unused credits are forfeited.",
  'All campaigns are archived, and unsent invites are withdrawn.',
  'Everyone on the team loses access at once. API keys and webhooks stop, and stores are disconnected.',
  `Your data is kept for ${days} ${days === 1 ? 'day' : 'days'} and then deleted for good. Until then an owner can undo this with the link in the email we send.`,
];

import { z } from 'zod';
import { Id, Instant, text, WebAddress } from '../shape.ts';
import { nameError } from './account-name.ts';

/** Input for creating a brand. */
export const NewBrand = z.object({
  name: text({ max: 120, required: 'Please enter a name' }).superRefine((value, context) => {
    const fault = nameError(value, 'brand');
    if (fault) context.addIssue({ code: 'custom', message: fault });
  }),
  website: z
    .string()
    .refine((value) => value.trim() !== '', 'Please enter the website url')
    .pipe(WebAddress),
  description: text({ max: 4000, required: 'Please enter a description' }),
});
export type NewBrand = z.input<typeof NewBrand>;

/** A plan or add-on of a brand. */
export const Subscription = z.object({
  id: Id,
  planId: z.string(),
  /** Inlined: importing `Period` would pull the plan catalog into the first load. */
  period: z.enum(['monthly', 'yearly']),
  status: z.enum(['active', 'cancelled']),
});

/** A closed account whose data hasn't been deleted yet. */
export const BrandClosing = z.object({
  brandId: Id,
  brandName: z.string(),
  closed: Instant,
  /** When the data is deleted; until then the account can be reopened. */
  deletes: Instant,
});
export type BrandClosing = z.infer<typeof BrandClosing>;

/**
 * Returns the consequences of closing an account, as shown before confirming. @param days retention
 * period
 */
export const closingSteps = (days: number): string[] => [
  "Your plan is canceled with 30 days' notice. Unused credits are forfeited.",
  'All campaigns are archived, and unsent invites are withdrawn.',
  'Everyone on the team loses access immediately. API keys and webhooks stop working, and stores are disconnected.',
  `Your data is kept for ${days} ${days === 1 ? 'day' : 'days'} and then permanently deleted. Until then, an owner can undo this with the link in the email we send.`,
];

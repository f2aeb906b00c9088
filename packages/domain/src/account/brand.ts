import { z } from 'zod';
import { CampaignStatus } from '../campaigns/campaign.ts';
import { NO_EMAIL_DOMAIN } from '../outreach/email-domain.ts';
import { problems } from '../problem.ts';
import { Id, text, WebAddress } from '../shape.ts';
import { nameFault } from './account-name.ts';
import type { BrandRole, Role } from './user.ts';

/** What a person fills in to create a brand. */
export const NewBrand = z.object({
  name: text({ max: 120, required: 'Please enter a name' }).superRefine((value, context) => {
    const fault = nameFault(value, 'brand');
    if (fault) context.addIssue({ code: 'custom', message: fault });
  }),
  website: z
    .string()
    .refine((value) => value.trim() !== '', 'Please enter the website url')
    .pipe(WebAddress),
  description: text({ max: 4000, required: 'Please enter a description' }),
});
export type NewBrand = z.input<typeof NewBrand>;

/** A plan or add-on the brand holds. */
export const Subscription = z.object({
  id: Id,
  planId: z.string(),
  /** Written out, so that every first visit need not load the catalogue of plans with it. */
  period: z.enum(['monthly', 'yearly']),
  status: z.enum(['active', 'cancelled']),
});

/** One thing a person may or may not do here, with the reason when not. */
export const Ability = z.object({ allowed: z.boolean(), reason: z.string().nullable() });
export type Ability = z.infer<typeof Ability>;

/** A brand, with what the asking person may do in it. */
export const Brand = z.object({
  id: Id,
  name: z.string(),
  website: z.string(),
  description: z.string(),
  emailConfigured: z.boolean(),
  emailTemplates: z.array(z.object({ id: Id, label: z.string() })),
  chargebeePastDue: z.boolean(),
  activeSubscriptions: z.array(Subscription),
  affiliateSubscription: Subscription.nullable(),
  campaigns: z.array(
    z.object({ id: Id, title: z.string(), status: CampaignStatus, unreadMessageCount: z.int() }),
  ),
  abilities: z.object({
    manageTeam: Ability,
    manageBilling: Ability,
    manageEmailDomain: Ability,
    importForEveryone: Ability,
    sendInvites: Ability,
    buyReports: Ability,
  }),
});
export type Brand = z.infer<typeof Brand>;

/** Who asks, as far as the rules about brands need it. */
export interface BrandActor {
  role: Role;
  brandRole: BrandRole | null;
}

const yes: Ability = { allowed: true, reason: null };
const no = (reason: string): Ability => ({ allowed: false, reason });

/** How a brand stands, as far as the rules need it. */
export interface BrandStanding {
  subscribed: boolean;
  pastDue: boolean;
  emailConfigured: boolean;
}

/** What a person may do in a brand, each refusal with its reason. */
export function brandAbilities(actor: BrandActor, standing: BrandStanding): Brand['abilities'] {
  const administrator = actor.role === 'administrator';
  const owner = administrator || actor.brandRole === 'owner';
  const ownerOnly = owner ? yes : no('Only an owner of the brand can do this.');
  const owing = standing.pastDue && !administrator;
  const paying = !standing.subscribed
    ? no(problems.subscription_required.message)
    : owing
      ? no(problems.payment_past_due.message)
      : yes;
  return {
    manageTeam: ownerOnly,
    manageBilling: ownerOnly,
    manageEmailDomain: ownerOnly,
    importForEveryone: administrator ? yes : no('Only administrators add creators for every brand.'),
    sendInvites: paying.allowed && !standing.emailConfigured ? no(NO_EMAIL_DOMAIN) : paying,
    buyReports: paying,
  };
}

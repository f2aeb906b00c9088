import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { Subscription } from '../account/brand.ts';
import type { BrandRole, Role } from '../account/user.ts';
import { CampaignStatus } from '../campaigns/campaign.ts';
import { NO_EMAIL_DOMAIN } from '../outreach/email-domain.ts';
import { problems } from '../problem.ts';
import { Id } from '../shape.ts';

/** A brand with its plans, campaigns, unread messages and the caller's abilities. */
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

/** The caller, for ability rules. */
export interface BrandActor {
  role: Role;
  brandRole: BrandRole | null;
}

const yes: Ability = { allowed: true, reason: null };
const no = (reason: string): Ability => ({ allowed: false, reason });

/** State of the brand, for ability rules. */
export interface BrandStanding {
  subscribed: boolean;
  pastDue: boolean;
  emailConfigured: boolean;
}

/** Returns the caller's abilities in a brand, with a reason for each refusal. */
export function brandAbilities(actor: BrandActor, standing: BrandStanding): Brand['abilities'] {
  const administrator = actor.role === 'administrator';
  const owner = administrator || actor.brandRole === 'owner';
  const ownerOnly = owner ? yes : no('Only owners can do this.');
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
    importForEveryone: administrator ? yes : no('Only administrators can add creators for all brands.'),
    sendInvites: paying.allowed && !standing.emailConfigured ? no(NO_EMAIL_DOMAIN) : paying,
    buyReports: paying,
  };
}

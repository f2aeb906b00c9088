import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Id, Instant, text } from '../shape.ts';
import { AffiliateCreator } from './affiliate.ts';
import { MAX_DESTINATION } from './link-destination.ts';
import { LinkSlug } from './link-slug.ts';

/** The state of a link. Paused and ended links still lead to the store, without credit; deleted ones return 404. */
const LINK_STATES = ['active', 'paused', 'ended', 'deleted'] as const;
export const LinkState = z.enum(LINK_STATES);
export type LinkState = z.infer<typeof LinkState>;

/** The most links of one creator in a program that aren't deleted. */
export const MAX_LINKS = 500;

/** What may be done with a link. */
const LinkAbilities = z.object({ pause: Ability, resume: Ability, end: Ability });

/** Returns why a link can't change from one state to another; null if it can. */
export function linkMoveRefusal(from: LinkState, to: LinkState): string | null {
  if (from === to) return `This link is already ${from}.`;
  return from === 'ended' || from === 'deleted' ? 'This link has ended. Create a new one.' : null;
}

/** Returns what may be done with a link in this state. */
export function linkAbilities(state: LinkState): z.infer<typeof LinkAbilities> {
  const to = (next: LinkState) => abilityUnless(linkMoveRefusal(state, next));
  return {
    pause: to('paused'),
    resume: state === 'paused' ? to('active') : abilityUnless('You can only resume paused links.'),
    end: to('ended'),
  };
}

/** A link of a creator, without the creator. */
export const OwnLink = z.object({
  id: Id,
  affiliateId: Id,
  slug: z.string(),
  /** What creators share. */
  url: z.string(),
  state: LinkState,
  /** Whether orders from it are credited to the creator now. */
  credits: z.boolean(),
  label: z.string(),
  /** Where it leads in the store; null once the store is gone. */
  destination: z.string().nullable(),
  path: z.string(),
  storeId: Id.nullable(),
  /** The code that it puts into the cart. */
  codeId: Id.nullable(),
  code: z.string().nullable(),
  endsAt: Instant.nullable(),
  /** People who clicked in the last 30 days, today included, and bots and previews, which don't count. */
  clicks30Days: z.int(),
  otherHits30Days: z.int(),
  created: Instant,
  updated: Instant,
  abilities: LinkAbilities,
});
export type OwnLink = z.infer<typeof OwnLink>;

/** A link as the brand sees it. */
export const AffiliateLink = OwnLink.extend({
  creator: AffiliateCreator,
  campaignId: Id.nullable(),
  campaignTitle: z.string().nullable(),
  storeName: z.string().nullable(),
  /** Whether the creator made it. */
  byCreator: z.boolean(),
});
export type AffiliateLink = z.infer<typeof AffiliateLink>;

const Label = text({ max: 120 });
/** A path of the store, or a URL that leads there. */
const Destination = z
  .string()
  .trim()
  .min(1, { error: 'Enter a store page' })
  .max(MAX_DESTINATION, { error: `Use at most ${MAX_DESTINATION} characters` });

/** A link that a creator makes. */
export const NewOwnLink = z.object({
  destination: Destination.default('/'),
  label: Label.default(''),
  /** Omitted: a random one. Never changes. */
  slug: LinkSlug.optional(),
  codeId: Id.nullable().default(null),
});

/** A link that a brand makes. */
export const NewLink = NewOwnLink.extend({
  affiliateId: Id,
  /** Omitted: the brand's connected store. */
  storeId: Id.optional(),
  campaignId: Id.nullable().default(null),
  endsAt: Instant.nullable().default(null),
});

/** A change that a creator makes to a link; omitted fields stay. */
export const OwnLinkChange = z.object({
  label: Label.optional(),
  destination: Destination.optional(),
  state: z.enum(['active', 'paused', 'ended']).optional(),
});

/** A change to a link; omitted fields stay. */
export const LinkChange = OwnLinkChange.extend({
  codeId: Id.nullable().optional(),
  campaignId: Id.nullable().optional(),
  endsAt: Instant.nullable().optional(),
});

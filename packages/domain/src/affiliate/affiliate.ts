import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Platform } from '../discovery/platform.ts';
import { Id, Instant, Version } from '../shape.ts';
import { CommissionTerms, Rate } from './affiliate-program.ts';

/** The state of a creator in a program. Only `active` creators are credited with orders. */
export const AFFILIATE_STATES = ['invited', 'active', 'paused', 'ended'] as const;
export const AffiliateState = z.enum(AFFILIATE_STATES);
export type AffiliateState = z.infer<typeof AffiliateState>;

/** The most creators in a program who haven't left it. */
export const MAX_AFFILIATES = 10_000;
/** The most creators that one request invites. */
const MAX_INVITED_AT_ONCE = 50;
/** The most creators that a brand invites in 24 hours. */
export const MAX_INVITED_A_DAY = 500;
/** Clicks of people are counted over this many days. */
export const CLICK_DAYS = 30;

/** A creator as programs show them. */
export const AffiliateCreator = z.object({
  id: Id,
  platform: Platform,
  username: z.string(),
  fullname: z.string(),
  profilePicUrl: z.string().nullable(),
  profileUrl: z.string(),
});
export type AffiliateCreator = z.infer<typeof AffiliateCreator>;

/** What a brand may do with an affiliate. */
const AffiliateAbilities = z.object({
  pause: Ability,
  resume: Ability,
  end: Ability,
  /** Invite again after they left or were removed. */
  invite: Ability,
  createLink: Ability,
});
export type AffiliateAbilities = z.infer<typeof AffiliateAbilities>;

/** Returns why an affiliate can't change from one state to another; null if it can. */
export function affiliateMoveRefusal(from: AffiliateState, to: AffiliateState): string | null {
  if (from === to) return `This creator is already ${from}.`;
  if (from === 'ended') return to === 'invited' ? null : 'This creator left the program. Invite them again.';
  if (from === 'invited' && to !== 'ended') return "This creator hasn't accepted your invite yet.";
  if (to === 'invited') return 'This creator is already in the program.';
  return null;
}

/** Returns what a brand may do with an affiliate in this state. */
export function affiliateAbilities(state: AffiliateState): AffiliateAbilities {
  const to = (next: AffiliateState) => abilityUnless(affiliateMoveRefusal(state, next));
  return {
    pause: to('paused'),
    resume: state === 'paused' ? to('active') : abilityUnless('You can only resume paused creators.'),
    end: to('ended'),
    invite: to('invited'),
    createLink: abilityUnless(state === 'ended' ? 'This creator left the program.' : null),
  };
}

const common = {
  id: Id,
  state: AffiliateState,
  /** Grows with each change. */
  version: z.int(),
  creator: AffiliateCreator,
  /** The terms that bind both sides; null until the creator accepts. */
  terms: CommissionTerms.nullable(),
  termsAccepted: Instant.nullable(),
  /** Terms that wait for the creator to accept them. */
  offered: CommissionTerms.nullable(),
  /** When the creator joined, and when they left. */
  since: Instant.nullable(),
  until: Instant.nullable(),
  links: z.int(),
  codes: z.int(),
  /** People who clicked in the last {@link CLICK_DAYS} days. Days of the program's zone, today included. */
  clicks30Days: z.int(),
  created: Instant,
};

/** A creator in a brand's program, as the brand sees it. */
export const Affiliate = z.object({
  ...common,
  /** A rate for this creator alone, in basis points; null for the program's. */
  rateBp: z.int().nullable(),
  repeatRateBp: z.int().nullable(),
  optInId: Id.nullable(),
  campaignId: Id.nullable(),
  campaignTitle: z.string().nullable(),
  /** The creator has an account and sees the program there. */
  hasAccount: z.boolean(),
  abilities: AffiliateAbilities,
});
export type Affiliate = z.infer<typeof Affiliate>;

/** A program as one of its creators sees it. */
export const OwnAffiliate = z.object({
  ...common,
  brand: z.object({ id: Id, name: z.string(), website: z.string() }),
  /** Whether the program takes orders now. */
  open: z.boolean(),
  /** How long before an order a click counts, in hours. */
  windowHours: z.int(),
  /** Where links may lead; null while the brand has no store. */
  storefront: z.string().nullable(),
  abilities: z.object({ accept: Ability, decline: Ability, leave: Ability, createLink: Ability }),
});
export type OwnAffiliate = z.infer<typeof OwnAffiliate>;

/** Returns what a creator may do in a program. */
export function ownAffiliateAbilities(
  { state, offered }: { state: AffiliateState; offered: CommissionTerms | null },
  open: boolean,
): OwnAffiliate['abilities'] {
  const answer = abilityUnless(
    state === 'ended' || offered === null ? 'There are no terms to review.' : null,
  );
  const closed = open ? null : 'This program is closed.';
  return {
    accept: closed ? abilityUnless(closed) : answer,
    decline: answer,
    leave: abilityUnless(
      state === 'active' || state === 'paused' ? null : "You haven't joined this program.",
    ),
    createLink: abilityUnless(closed ?? (state === 'active' ? null : 'Accept the terms first.')),
  };
}

const OwnRate = Rate.nullable();

/** Creators to invite, and the rate they are offered. */
export const AffiliateInvite = z
  .object({
    /** Approved or completed opt-ins of the brand. */
    optInIds: z.array(Id).max(MAX_INVITED_AT_ONCE).default([]),
    creatorIds: z.array(Id).max(MAX_INVITED_AT_ONCE).default([]),
    rateBp: OwnRate.default(null),
    repeatRateBp: OwnRate.default(null),
    /** The campaign that creators without an opt-in work for. */
    campaignId: Id.nullable().default(null),
  })
  .refine(({ optInIds, creatorIds }) => optInIds.length + creatorIds.length > 0, {
    path: ['creatorIds'],
    message: 'Choose at least one creator',
  })
  .refine(({ optInIds, creatorIds }) => optInIds.length + creatorIds.length <= MAX_INVITED_AT_ONCE, {
    path: ['creatorIds'],
    message: `Invite up to ${MAX_INVITED_AT_ONCE} creators at a time`,
  });

/** A change to an affiliate; omitted fields stay. */
export const AffiliateChange = z.object({
  /** The version the change is based on. */
  version: Version,
  state: z.enum(['active', 'paused', 'ended']).optional(),
  rateBp: OwnRate.optional(),
  repeatRateBp: OwnRate.optional(),
});

import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Creator, Platform } from '../discovery/creator.ts';
import { Id, Instant, text, Version } from '../shape.ts';
import { Agreement, AgreementChange, Offer } from './agreement.ts';
import { OPT_IN_STATUSES } from './opt-in-status.ts';

/** Status of a creator's participation in a campaign. */
export const OptInStatus = z.enum(OPT_IN_STATUSES);
export type OptInStatus = z.infer<typeof OptInStatus>;

export const OPT_IN_STATUS_NAMES: Record<OptInStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Declined',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
};

/** Allowed status changes: the brand decides and completes, the creator withdraws. */
const STEPS: Record<OptInStatus, Partial<Record<OptInStatus, 'brand' | 'creator'>>> = {
  pending: { approved: 'brand', rejected: 'brand', withdrawn: 'creator' },
  approved: { completed: 'brand', rejected: 'brand', withdrawn: 'creator' },
  rejected: { pending: 'brand', approved: 'brand' },
  completed: { approved: 'brand' },
  withdrawn: { pending: 'creator' },
};

/** Returns whether `by` may change the status. */
export const mayMoveOptIn = (from: OptInStatus, to: OptInStatus, by: 'brand' | 'creator'): boolean =>
  STEPS[from][to] === by;

/** Returns why `by` may not change the status; null if allowed. */
export function optInMoveRefusal(from: OptInStatus, to: OptInStatus, by: 'brand' | 'creator'): string | null {
  if (mayMoveOptIn(from, to, by)) return null;
  const name = OPT_IN_STATUS_NAMES[from].toLowerCase();
  return from === to
    ? `This opt-in is already ${name}.`
    : `An opt-in can't change from ${name} to ${OPT_IN_STATUS_NAMES[to].toLowerCase()}.`;
}

const Stars = z.number().min(0).max(5);

/** The brand's rating of a creator, 0 to 5 in each category. */
export const Rating = z.object({
  content: Stars,
  creativity: Stars,
  communication: Stars,
  overall: Stars,
});
export type Rating = z.infer<typeof Rating>;

/** Returns the average of the four ratings, rounded to 2 decimals. */
export function ratingAverage({ content, creativity, communication, overall }: Rating): number {
  return Math.round(((content + creativity + communication + overall) / 4) * 100) / 100;
}

/** Delivery address of a product. */
export const ShippingAddress = z.object({
  name: text({ max: 200, min: 1 }),
  street: text({ max: 300, min: 1 }),
  city: text({ max: 200, min: 1 }),
  postcode: text({ max: 40 }),
  region: text({ max: 200 }),
  country: z.string().length(2),
  phone: text({ max: 60 }),
});
export type ShippingAddress = z.infer<typeof ShippingAddress>;

/** Shipment of a product: address requested, address known, shipped, received. */
export const Shipment = z.object({
  state: z.enum(['none', 'asked', 'ready', 'shipped', 'received']),
  address: ShippingAddress.nullable(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  shipped: Instant.nullable(),
  received: Instant.nullable(),
});
export type Shipment = z.infer<typeof Shipment>;

/** An answer to a campaign question. */
export const Answer = z.object({
  questionId: z.string().max(40),
  question: z.string(),
  answer: text({ max: 5000 }),
});

/** An entry in an opt-in's history. */
export const OptInEvent = z.object({
  id: Id,
  kind: z.string(),
  text: z.string(),
  by: z.string().nullable(),
  created: Instant,
});
export type OptInEvent = z.infer<typeof OptInEvent>;

/** Actions available to the brand on an opt-in. */
const OptInAbilities = z.object({
  approve: Ability,
  /** Returns a completed collaboration to approved. */
  reopen: Ability,
  decline: Ability,
  complete: Ability,
  remind: Ability,
});
export type OptInAbilities = z.infer<typeof OptInAbilities>;

/** Shown when a reminder isn't possible: only running collaborations have something due. */
export const NOT_REMINDABLE = 'You can only remind approved creators.';

/**
 * Returns the actions available to the brand in a status, with a reason for each unavailable one.
 */
export function optInAbilities(status: OptInStatus): OptInAbilities {
  const to = (next: OptInStatus) => abilityUnless(optInMoveRefusal(status, next, 'brand'));
  const approve = to('approved');
  const completed = status === 'completed';
  return {
    approve: completed
      ? abilityUnless('This collaboration is already complete. Reopen it instead.')
      : approve,
    reopen: completed ? approve : abilityUnless('You can only reopen completed collaborations.'),
    decline: to('rejected'),
    complete: to('completed'),
    remind: abilityUnless(status === 'approved' ? null : NOT_REMINDABLE),
  };
}

/** A creator's participation in a campaign, as shown to the brand. */
export const OptIn = z.object({
  id: Id,
  campaignId: Id,
  status: OptInStatus,
  reason: z.string().nullable(),
  unseen: z.boolean(),
  unreadMessageCount: z.int(),
  created: Instant,
  updated: Instant,
  version: z.int(),
  pitch: z.string(),
  askedFee: z.int().nullable(),
  answers: z.array(Answer),
  /** The binding terms; before the first agreement, the campaign's terms without a fee. */
  agreement: Agreement,
  /** When the binding terms were accepted; null before the first agreement. */
  agreed: Instant.nullable(),
  /** The latest version of the terms and its state. */
  offer: Offer,
  /** The terms the creator last asked for. Approving them forms an agreement. */
  askedTerms: Agreement,
  /** Until when the approval can be undone, if requested. */
  undoUntil: Instant.nullable(),
  termsAccepted: Instant,
  rating: Rating.extend({ average: z.number() }).nullable(),
  shipment: Shipment,
  socialProfile: Creator,
  abilities: OptInAbilities,
});
export type OptIn = z.infer<typeof OptIn>;

/** Opt-in fields to update; omitted fields keep their values. */
export const OptInChange = z.object({
  status: OptInStatus.optional(),
  reason: text({ max: 1000 }).optional(),
  rating: Rating.optional(),
  /** Terms to offer or to approve. */
  agreement: AgreementChange.optional(),
  shipment: z
    .object({
      state: z.enum(['asked', 'shipped', 'received']),
      carrier: text({ max: 100 }).nullable().optional(),
      tracking: text({ max: 200 }).nullable().optional(),
    })
    .optional(),
  version: Version.optional(),
  /** Delays the effects of an approval for ten seconds so it can be undone. */
  undoable: z.boolean().optional(),
});

/** How long an approval can be undone. */
export const UNDO_SECONDS = 10;

/** Input for opting in. */
export const NewOptIn = z.object({
  socialProfileId: Id,
  pitch: text({ max: 5000 }),
  askedFee: z.int().min(0).max(1_000_000_000).nullable(),
  answers: z.array(z.object({ questionId: text({ max: 40 }), answer: text({ max: 5000 }) })).max(20),
  /** Whether the creator accepts the terms of the brief. */
  accepted: z.literal(true, 'Accept the campaign terms to opt in'),
  /** Token of the personal invite link, if any. */
  inviteToken: text({ max: 100 }).nullable().default(null),
});
export type NewOptIn = z.input<typeof NewOptIn>;

/** A creator's own social profile. */
export const ClaimedProfile = z.object({
  /** Null while the claim awaits verification and the profile isn't known otherwise. */
  socialProfileId: Id.nullable(),
  platform: Platform,
  username: z.string(),
  fullname: z.string(),
  profilePicUrl: z.string().nullable(),
  followerCount: z.number().nullable(),
  state: z.enum(['waiting', 'claimed']),
  /** Code to add to the bio; null if the bio can't be used for verification. */
  code: z.string().nullable(),
  /**
   * Available verification methods: a code in the bio, or connecting the account. Empty once
   * claimed.
   */
  proofs: z.array(z.enum(['bio', 'connect'])),
});
export type ClaimedProfile = z.infer<typeof ClaimedProfile>;

/** Maximum number of unverified claims per account. */
export const MAX_OPEN_CLAIMS = 5;

/** Returns the profile chosen by the creator, else the invited one, else the first. */
export function profileToJoinAs<P extends { socialProfileId: string; platform: string; username: string }>(
  profiles: readonly P[],
  chosenId: string,
  invited?: { platform: string; username: string },
): P | undefined {
  const isInvited = ({ platform, username }: P) =>
    platform === invited?.platform && username.toLowerCase() === invited.username.toLowerCase();
  return (
    profiles.find(({ socialProfileId }) => socialProfileId === chosenId) ??
    profiles.find(isInvited) ??
    profiles[0]
  );
}

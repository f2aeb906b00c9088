import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Creator, Platform } from '../discovery/creator.ts';
import { Id, Instant, text } from '../shape.ts';
import { Agreement, AgreementChange, Offer } from './agreement.ts';

/** Where a creator's taking part stands. */
export const OptInStatus = z.enum(['pending', 'approved', 'rejected', 'completed', 'withdrawn']);
export type OptInStatus = z.infer<typeof OptInStatus>;

/** What people call each. */
export const OPT_IN_STATUS_NAMES: Record<OptInStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Declined',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
};

/** Who may move it where: the brand decides and completes, the creator withdraws. */
const STEPS: Record<OptInStatus, Partial<Record<OptInStatus, 'brand' | 'creator'>>> = {
  pending: { approved: 'brand', rejected: 'brand', withdrawn: 'creator' },
  approved: { completed: 'brand', rejected: 'brand', withdrawn: 'creator' },
  rejected: { pending: 'brand', approved: 'brand' },
  completed: { approved: 'brand' },
  withdrawn: { pending: 'creator' },
};

/** Whether `by` may move an opt-in from one status to another. */
export const mayMoveOptIn = (from: OptInStatus, to: OptInStatus, by: 'brand' | 'creator'): boolean =>
  STEPS[from][to] === by;

/** Returns why `by` may not move an opt-in from one status to another; null where they may. */
export function optInMoveRefusal(from: OptInStatus, to: OptInStatus, by: 'brand' | 'creator'): string | null {
  if (mayMoveOptIn(from, to, by)) return null;
  const name = OPT_IN_STATUS_NAMES[from].toLowerCase();
  return from === to
    ? `This opt-in is ${name} already.`
    : `An opt-in that is ${name} cannot become ${OPT_IN_STATUS_NAMES[to].toLowerCase()}.`;
}

const Stars = z.number().min(0).max(5);

/** How the brand found working with a creator, each 0 to 5. */
export const Rating = z.object({
  content: Stars,
  creativity: Stars,
  communication: Stars,
  overall: Stars,
});
export type Rating = z.infer<typeof Rating>;

/** The average of the four, rounded to 2 decimals. */
export function ratingAverage({ content, creativity, communication, overall }: Rating): number {
  return Math.round(((content + creativity + communication + overall) / 4) * 100) / 100;
}

/** Where a product goes. */
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

/** The way of a product to the creator: asked for an address, known, shipped, received. */
export const Shipment = z.object({
  state: z.enum(['none', 'asked', 'ready', 'shipped', 'received']),
  address: ShippingAddress.nullable(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  shipped: Instant.nullable(),
  received: Instant.nullable(),
});
export type Shipment = z.infer<typeof Shipment>;

/** An answer to one of the campaign's questions. */
export const Answer = z.object({
  questionId: z.string().max(40),
  question: z.string(),
  answer: text({ max: 5000 }),
});

/** A step of an opt-in's history. */
export const OptInEvent = z.object({
  id: Id,
  kind: z.string(),
  text: z.string(),
  by: z.string().nullable(),
  created: Instant,
});
export type OptInEvent = z.infer<typeof OptInEvent>;

/** What the brand can do with an opt-in as it is now. */
export const OptInAbilities = z.object({
  approve: Ability,
  /** Make a completed collaboration an approved one again. */
  reopen: Ability,
  decline: Ability,
  complete: Ability,
  remind: Ability,
});
export type OptInAbilities = z.infer<typeof OptInAbilities>;

/** Refusal of a reminder, which goes to creators in a running collaboration. */
export const NOT_REMINDABLE = 'Only approved creators have something due.';

/** Returns what the brand can do with an opt-in in this status; each refusal has its reason. */
export function optInAbilities(status: OptInStatus): OptInAbilities {
  const to = (next: OptInStatus) => abilityUnless(optInMoveRefusal(status, next, 'brand'));
  const approve = to('approved');
  const completed = status === 'completed';
  return {
    approve: completed ? abilityUnless('A completed collaboration is reopened instead.') : approve,
    reopen: completed ? approve : abilityUnless('Only completed collaborations can be reopened.'),
    decline: to('rejected'),
    complete: to('completed'),
    remind: abilityUnless(status === 'approved' ? null : NOT_REMINDABLE),
  };
}

/** A creator who takes part in a campaign, as the brand sees it. */
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
  /** The terms that bind both sides; before the first agreement those of the campaign, without a fee. */
  agreement: Agreement,
  /** When the terms that bind were accepted; null before the first agreement. */
  agreed: Instant.nullable(),
  /** The newest version of the terms and what became of it. */
  offer: Offer,
  /** The terms the creator named last. Approving at these terms is the agreement. */
  askedTerms: Agreement,
  /** Until when an approval that asked for it can be undone. */
  undoUntil: Instant.nullable(),
  termsAccepted: Instant,
  rating: Rating.extend({ average: z.number() }).nullable(),
  shipment: Shipment,
  socialProfile: Creator,
  abilities: OptInAbilities,
});
export type OptIn = z.infer<typeof OptIn>;

/** What the brand changes of an opt-in; what is left out stays. */
export const OptInChange = z.object({
  status: OptInStatus.optional(),
  reason: text({ max: 1000 }).optional(),
  rating: Rating.optional(),
  /** Terms to offer, or to approve at. */
  agreement: AgreementChange.optional(),
  shipment: z
    .object({
      state: z.enum(['asked', 'shipped', 'received']),
      carrier: text({ max: 100 }).nullable().optional(),
      tracking: text({ max: 200 }).nullable().optional(),
    })
    .optional(),
  version: z.int().min(1).optional(),
  /** Holds back what follows from an approval for ten seconds, in which it can be undone. */
  undoable: z.boolean().optional(),
});

/** How long an approval can be undone. */
export const UNDO_SECONDS = 10;

/** What a creator fills in to take part. */
export const NewOptIn = z.object({
  socialProfileId: Id,
  pitch: text({ max: 5000 }),
  askedFee: z.int().min(0).max(1_000_000_000).nullable(),
  answers: z.array(z.object({ questionId: text({ max: 40 }), answer: text({ max: 5000 }) })).max(20),
  /** The person has accepted the brief's terms. */
  accepted: z.literal(true, 'Accept the campaign terms to opt in'),
  /** The personal link that led here, if one did. */
  inviteToken: text({ max: 100 }).nullable().default(null),
});
export type NewOptIn = z.input<typeof NewOptIn>;

/** A creator's own profile, claimed and proved. */
export const ClaimedProfile = z.object({
  /** Null while the profile waits for its proof and nobody else knows it. */
  socialProfileId: Id.nullable(),
  platform: Platform,
  username: z.string(),
  fullname: z.string(),
  profilePicUrl: z.string().nullable(),
  followerCount: z.number().nullable(),
  state: z.enum(['waiting', 'claimed']),
  /** The code to add to the bio; null where a bio proves nothing. */
  code: z.string().nullable(),
  /** How it can be proved here: a code in the bio, or connecting the account. Empty once it is claimed. */
  proofs: z.array(z.enum(['bio', 'connect'])),
});
export type ClaimedProfile = z.infer<typeof ClaimedProfile>;

/** Profiles an account may claim without a proof at the same time. */
export const MOST_OPEN_CLAIMS = 5;

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

import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { BrandRole } from './brand-role.ts';

/** An invitation to a team can be accepted for so many days after it was sent. */
export const TEAM_INVITE_DAYS = 7;

/** Invitations that one brand may have open at a time, whatever its plan. */
export const MAX_OPEN_TEAM_INVITES = 50;

/** An invitation is sent again after so many minutes at the earliest. */
export const TEAM_INVITE_PAUSE_MINUTES = 5;

/** What people call the roles. */
export const BRAND_ROLE_NAMES: Record<BrandRole, string> = { owner: 'Owner', member: 'Member' };

/** What the roles may do, in words. */
export const BRAND_ROLE_TEXTS: Record<BrandRole, string> = {
  owner: 'Everything, and billing, team and email domain',
  member: 'Everything but billing, team and email domain',
};

/** A person of a brand's team. */
export const TeamMember = z.object({
  userId: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: BrandRole,
  joined: Instant,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** An invitation to a team that nobody has accepted yet. */
export const TeamInvite = z.object({
  id: Id,
  email: z.string(),
  role: BrandRole,
  /** Who invited; null when they are gone. */
  invitedBy: z.string().nullable(),
  sent: Instant,
  expires: Instant,
  expired: z.boolean(),
  /** Why its mail did not arrive, in words for people; null while nothing is wrong. */
  trouble: z.string().nullable(),
});
export type TeamInvite = z.infer<typeof TeamInvite>;

/** How many people a team has place for. Open invitations take their place; expired ones do not. */
export const TeamPlaces = z.object({
  members: z.int(),
  invited: z.int(),
  /** Null where the plan sets no limit. */
  limit: z.int().nullable(),
});
export type TeamPlaces = z.infer<typeof TeamPlaces>;

/** Everybody of a brand, and who is invited. */
export const Team = z.object({
  members: z.array(TeamMember),
  invites: z.array(TeamInvite),
  places: TeamPlaces,
});
export type Team = z.infer<typeof Team>;

/** What an owner fills in to invite somebody. */
export const NewTeamInvite = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, 'Use at most 254 characters')
    .pipe(z.email('Please enter an email address')),
  role: BrandRole.default('member'),
});
export type NewTeamInvite = z.input<typeof NewTeamInvite>;

/** Where an invitation stands for the person it is for. */
export const TeamInviteState = z.enum(['open', 'expired', 'withdrawn', 'accepted']);
export type TeamInviteState = z.infer<typeof TeamInviteState>;

/** What the holder of the personal link sees. */
export const TeamInvitation = z.object({
  brandName: z.string(),
  invitedBy: z.string().nullable(),
  /** The address it is for; only an account with that address can accept. */
  email: z.string(),
  role: BrandRole,
  expires: Instant,
  state: TeamInviteState,
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** Until when an invitation sent at `now` can be accepted. */
export const teamInviteExpiry = (now: Date): Date => new Date(now.getTime() + TEAM_INVITE_DAYS * 86_400_000);

/** How many more people can be invited; Infinity without a limit, and never below 0. */
export function teamPlacesLeft({ members, invited, limit }: TeamPlaces): number {
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - members - invited);
}

/** What somebody reads who finds the team full. */
export const teamFullText = (limit: number): string =>
  `Your plan has room for ${limit} ${limit === 1 ? 'person' : 'people'}, counting open invitations. Choose a larger plan, or remove somebody first.`;

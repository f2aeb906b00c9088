import { z } from 'zod';
import { emailAddress, Id, Instant } from '../shape.ts';
import { BrandRole } from './brand-role.ts';

/** Number of days an invitation is valid. */
export const TEAM_INVITE_DAYS = 7;

/** Maximum number of pending invitations per brand, on any plan. */
export const MAX_OPEN_TEAM_INVITES = 50;

/** Minimum number of minutes before an invitation can be resent. */
export const TEAM_INVITE_PAUSE_MINUTES = 5;

/** A member of a brand's team. */
export const TeamMember = z.object({
  userId: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: BrandRole,
  joined: Instant,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A pending invitation to a team. */
export const TeamInvite = z.object({
  id: Id,
  email: z.string(),
  role: BrandRole,
  /** Name of the inviter; null if their account was deleted. */
  invitedBy: z.string().nullable(),
  sent: Instant,
  expires: Instant,
  expired: z.boolean(),
  /** Why the email wasn't delivered; null if there is no known problem. */
  trouble: z.string().nullable(),
});
export type TeamInvite = z.infer<typeof TeamInvite>;

/** Seat usage of a team. Pending invitations take up seats, expired ones don't. */
export const TeamSeats = z.object({
  members: z.int(),
  invited: z.int(),
  /** Null if the plan has no limit. */
  limit: z.int().nullable(),
});
export type TeamSeats = z.infer<typeof TeamSeats>;

/** A brand's members and invitations. */
export const Team = z.object({
  members: z.array(TeamMember),
  invites: z.array(TeamInvite),
  places: TeamSeats,
});
export type Team = z.infer<typeof Team>;

/** Input for inviting someone. */
export const NewTeamInvite = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, 'Use at most 254 characters')
    .pipe(emailAddress('Enter an email address')),
  role: BrandRole.default('member'),
});
export type NewTeamInvite = z.input<typeof NewTeamInvite>;

/** State of an invitation as seen by its recipient. */
export const TeamInviteState = z.enum(['open', 'expired', 'withdrawn', 'accepted']);
export type TeamInviteState = z.infer<typeof TeamInviteState>;

/** An invitation as seen through its link. */
export const TeamInvitation = z.object({
  brandName: z.string(),
  invitedBy: z.string().nullable(),
  /** Only an account with this email can accept. */
  email: z.string(),
  role: BrandRole,
  expires: Instant,
  state: TeamInviteState,
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** Returns when an invitation sent at `now` expires. */
export const teamInviteExpiry = (now: Date): Date => new Date(now.getTime() + TEAM_INVITE_DAYS * 86_400_000);

/** Returns the number of available seats; Infinity without a limit, never below 0. */
export function remainingSeats({ members, invited, limit }: TeamSeats): number {
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - members - invited);
}

/** Message shown when the team is full. */
export const teamFullText = (limit: number): string =>
  `Your plan has room for ${limit} ${limit === 1 ? 'person' : 'people'}, including pending invitations. Choose a larger plan, or remove someone first.`;

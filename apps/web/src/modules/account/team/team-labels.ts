import type { TeamMember, TeamSeats } from '@troupe/domain/account/team';

/** Returns a person's name, or their email if they have none. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<TeamMember, 'firstName' | 'lastName' | 'email'>) => `${firstName} ${lastName}`.trim() || email;

/** How many there are, and for how many the plan has room. `plan` is its name. */
export function placesText({ members, invited, limit }: TeamSeats, plan: string | null): string {
  const people = members === 1 ? '1 person' : `${members} people`;
  const also = invited > 0 ? ` and ${invited} invited` : '';
  if (limit !== null) return `${people}${also}, up to ${limit} on ${plan ?? 'your plan'}`;
  return plan ? `${people}${also}, no limit on ${plan}` : `${people}${also}`;
}

/** Why invitations are disabled; undefined if they aren't. */
export function fullReason({ members, invited, limit }: TeamSeats): string | undefined {
  if (limit === null || members + invited < limit) return undefined;
  return `Your plan includes up to ${limit}. Choose a larger plan to invite more people.`;
}

/** The confirmation before removing a member. Only owners create API keys, and may have kept one. */
export function removalText(member: Pick<TeamMember, 'firstName' | 'lastName' | 'email' | 'role'>): string {
  const text = `${nameOf(member)} loses access to this brand immediately. Their work is kept, and their conversations become unassigned.`;
  if (member.role !== 'owner') return text;
  return `${text} The brand's API keys and webhooks keep working, including those they created. Review both afterwards.`;
}

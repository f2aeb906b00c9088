import type { TeamMember, TeamSeats } from '@troupe/domain/account/team';
import { t } from '../messages/messages.gen.ts';

/** Returns a person's name, or their email if they have none. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<TeamMember, 'firstName' | 'lastName' | 'email'>) => `${firstName} ${lastName}`.trim() || email;

/** How many there are, and for how many the plan has room. `plan` is its name. */
export function placesText({ members, invited, limit }: TeamSeats, plan: string | null): string {
  return t('team.places', {
    members,
    invited,
    limit: limit ?? 0,
    plan: plan ?? t('team.yourPlan'),
    isUnlimited: limit !== null ? 'limited' : plan ? 'yes' : 'no',
  });
}

/** Why invitations are disabled; undefined if they aren't. */
export function fullReason({ members, invited, limit }: TeamSeats): string | undefined {
  if (limit === null || members + invited < limit) return undefined;
  return t('team.full', { limit });
}

/** The confirmation before removing a member. Only owners create API keys, and may have kept one. */
export function removalText(member: Pick<TeamMember, 'firstName' | 'lastName' | 'email' | 'role'>): string {
  const text = t('team.removeText', { name: nameOf(member) });
  if (member.role !== 'owner') return text;
  return t('team.removeOwnerText', { text });
}

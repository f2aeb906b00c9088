import * as calls from '@troupe/contract/account/team';
import type { TeamInviteState } from '@troupe/domain/account/team';
import { problem } from '@troupe/domain/problem';
import { decodeJwt } from 'jose';
import type { Api } from '../../platform/api.ts';
import { insertMember } from '../account/brand/brand-member.queries.ts';
import { holdTeam, readPerson, roleInTeam } from '../account/team/team.queries.ts';
import { tellTeam } from '../account/teams.ts';
import { announceUserChange, saveSelectedBrand } from '../account/user/user.queries.ts';
import { readPlaces } from './read-team.ts';
import {
  findInvitation,
  markAccepted,
  readInvitationsTo,
  type StoredTeamInvite,
} from './team-invite/team-invite.queries.ts';

const CLOSED: Record<Exclude<TeamInviteState, 'open'>, string> = {
  expired: 'This invitation has expired. Ask for a new one.',
  withdrawn: 'This invitation was withdrawn. Ask the person who invited you.',
  accepted: 'This invitation was already used. Log in with the account that used it.',
};

/** Invitations to a team from the side of the person invited. */
export function joinTeam({ db, clock, implement }: Api): void {
  implement(calls.getTeamInvitation, async ({ params: { token } }) => {
    const found = await findInvitation(db, token);
    if (!found) throw problem('not_found', { message: 'Invitation not found. Check the link.' });
    const { invite, brandName, invitedBy } = found;
    const { email, role, expiresAt } = invite;
    return { brandName, invitedBy, email, role, expires: expiresAt, state: stateOf(found, clock.now()) };
  });

  implement(calls.acceptTeamInvitation, async ({ params: { token }, caller, request }) => {
    const now = clock.now();
    return db.transaction(async (tx) => {
      const brandId = (await findInvitation(tx, token))?.invite.brandId;
      if (!brandId) throw problem('not_found', { message: 'Invitation not found. Check the link.' });
      const brandName = await holdTeam(tx, brandId);
      // Read again: it may have been accepted or withdrawn while others held the team.
      const found = await findInvitation(tx, token);
      if (!found || brandName === null) throw problem('not_found');
      const { invite } = found;
      const role = await roleInTeam(tx, brandId, caller.userId);
      const state = stateOf(found, now);
      if (state === 'accepted' && role && invite.acceptedBy === caller.userId) return { brandId, brandName };
      if (state !== 'open') throw problem('invite_not_open', { message: CLOSED[state] });

      const user = await readPerson(tx, caller.userId);
      const addresses = [user?.email.toLowerCase(), confirmedEmail(request.headers.authorization)];
      if (!addresses.includes(invite.email))
        throw problem('other_account', {
          message: `This invitation is for ${invite.email}. You are logged in as ${user?.email || 'somebody else'}.`,
        });
      if (caller.role === 'creator')
        throw problem('other_account', {
          message: 'This account is one of the creators’ app. Ask to be invited with another address.',
        });
      if (!role) {
        const { members, limit } = await readPlaces(tx, brandId, now);
        if (limit !== null && members >= limit)
          throw problem('team_full', {
            message: `The team of ${brandName} is full. Ask an owner to make room.`,
          });
        await insertMember(tx, brandId, caller.userId, invite.role);
      }
      await markAccepted(tx, invite.id, caller.userId, now);
      await saveSelectedBrand(tx, caller.userId, brandId);
      await announceUserChange(tx, caller.userId);
      await tellTeam(tx, brandId);
      return { brandId, brandName };
    });
  });

  implement(calls.listMyTeamInvites, async ({ request }) => {
    const email = confirmedEmail(request.headers.authorization);
    return { invites: email ? await readInvitationsTo(db, email, clock.now()) : [] };
  });
}

function stateOf(
  { invite, closed }: { invite: StoredTeamInvite; closed: boolean },
  now: Date,
): TeamInviteState {
  if (invite.acceptedAt) return 'accepted';
  if (invite.withdrawnAt || closed) return 'withdrawn';
  return invite.expiresAt <= now.toISOString() ? 'expired' : 'open';
}

/** The address in a token that was verified before, in lower case, where the login host has confirmed it. */
function confirmedEmail(authorization: string | undefined): string | null {
  try {
    const { email, email_verified } = decodeJwt(authorization?.split(' ')[1] ?? '');
    const confirmed = email_verified === true || email_verified === 'true';
    return confirmed && typeof email === 'string' ? email.toLowerCase() : null;
  } catch {
    return null;
  }
}

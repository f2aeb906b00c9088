import * as calls from '@troupe/contract/account/team';
import type { TeamInviteState } from '@troupe/domain/account/team';
import { problem } from '@troupe/domain/problem';
import { decodeJwt } from 'jose';
import type { Api, CallContext, Caller } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { insertMember } from '../account/brand/brand-member.queries.ts';
import { lockTeam, readPerson, roleInTeam } from '../account/team/team.queries.ts';
import { publishTeamChange } from '../account/teams.ts';
import { announceUserChange, saveSelectedBrand } from '../account/user/user.queries.ts';
import {
  findInvitation,
  markAccepted,
  readInvitationsTo,
  type StoredTeamInvite,
} from './team-invite/team-invite.queries.ts';
import { readSeats } from './team-invites.ts';

const CLOSED: Record<Exclude<TeamInviteState, 'open'>, string> = {
  expired: 'This invitation has expired. Ask for a new one.',
  withdrawn:
    'This invitation was withdrawn. If you think this is a mistake, contact the person who invited you.',
  accepted: 'This invitation was already used. Log in with the account that used it.',
};

/** Registers the calls with which people view and accept team invitations. */
export function joinTeam(api: Api): void {
  api.implement(calls.getTeamInvitation, (context) => getInvitation(api, context));
  api.implement(calls.acceptTeamInvitation, (context) => acceptInvitation(api, context));
  api.implement(calls.listMyTeamInvites, (context) => listInvitations(api, context));
}

async function getInvitation(
  { db, clock }: Api,
  { params: { token } }: CallContext<typeof calls.getTeamInvitation>,
) {
  const found = await findInvitation(db, token);
  if (!found) throw problem('not_found', { message: 'Invitation not found. Check the link.' });
  const { invite, brandName, invitedBy } = found;
  const { email, role, expiresAt } = invite;
  return { brandName, invitedBy, email, role, expires: expiresAt, state: stateOf(found, clock.now()) };
}

async function acceptInvitation(
  { db, clock }: Api,
  { params: { token }, caller, request }: CallContext<typeof calls.acceptTeamInvitation>,
) {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const brandId = (await findInvitation(tx, token))?.invite.brandId;
    if (!brandId) throw problem('not_found', { message: 'Invitation not found. Check the link.' });
    const brandName = await lockTeam(tx, brandId);
    // Read again: it may have changed while waiting for the team's lock.
    const found = await findInvitation(tx, token);
    if (!found || brandName === null) throw problem('not_found');
    const { invite } = found;
    const role = await roleInTeam(tx, brandId, caller.userId);
    const state = stateOf(found, now);
    if (state === 'accepted' && role && invite.acceptedBy === caller.userId) return { brandId, brandName };
    if (state !== 'open') throw problem('invite_not_open', { message: CLOSED[state] });
    await requireOwnInvitation(tx, invite.email, caller, request.headers.authorization);
    if (!role) {
      const { members, limit } = await readSeats(tx, brandId, now);
      if (limit !== null && members >= limit)
        throw problem('team_full', {
          message: `${brandName}'s team is full. Ask an owner to free up a seat.`,
        });
      await insertMember(tx, brandId, caller.userId, invite.role);
    }
    await markAccepted(tx, invite.id, caller.userId, now);
    await saveSelectedBrand(tx, caller.userId, brandId);
    await announceUserChange(tx, caller.userId);
    await publishTeamChange(tx, brandId);
    return { brandId, brandName };
  });
}

/** Throws unless the invitation was sent to the caller's address and the account isn't a creator's. */
async function requireOwnInvitation(
  tx: Database,
  email: string,
  caller: Caller,
  authorization: string | undefined,
): Promise<void> {
  const user = await readPerson(tx, caller.userId);
  const addresses = [user?.email.toLowerCase(), confirmedEmail(authorization)];
  if (!addresses.includes(email))
    throw problem('other_account', {
      message: `This invitation is for ${email}. You're logged in as ${user?.email || 'someone else'}.`,
    });
  if (caller.role === 'creator')
    throw problem('other_account', {
      message:
        'This email address belongs to a creator account. Ask to be invited at a different email address.',
    });
}

async function listInvitations({ db, clock }: Api, { request }: CallContext<typeof calls.listMyTeamInvites>) {
  const email = confirmedEmail(request.headers.authorization);
  return { invites: email ? await readInvitationsTo(db, email, clock.now()) : [] };
}

function stateOf(
  { invite, closed }: { invite: StoredTeamInvite; closed: boolean },
  now: Date,
): TeamInviteState {
  if (invite.acceptedAt) return 'accepted';
  if (invite.withdrawnAt || closed) return 'withdrawn';
  return invite.expiresAt <= now.toISOString() ? 'expired' : 'open';
}

/** Returns the confirmed email address from a verified token, in lower case. */
function confirmedEmail(authorization: string | undefined): string | null {
  try {
    const { email, email_verified } = decodeJwt(authorization?.split(' ')[1] ?? '');
    const confirmed = email_verified === true || email_verified === 'true';
    return confirmed && typeof email === 'string' ? email.toLowerCase() : null;
  } catch {
    return null;
  }
}

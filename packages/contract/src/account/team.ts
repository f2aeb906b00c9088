import { BrandRole } from '@troupe/domain/account/brand-role';
import { NewTeamInvite, Team, TeamInvitation, TeamInvite } from '@troupe/domain/account/team';
import { Id, Instant } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const ofMember = params.extend({ userId: Id });
const ofInvite = params.extend({ inviteId: Id });
const Token = z.string().regex(/^[\da-f]{32}$/, 'Not an invitation');

export const getTeam = defineCall({
  name: 'getTeam',
  noun: 'team',
  method: 'GET',
  path: '/brand/:brandId/team',
  access: 'brand',
  summary: 'The members of a brand, open invitations, and how many people its plan has room for.',
  params,
  output: Team,
});

export const inviteToTeam = defineCall({
  name: 'inviteToTeam',
  noun: 'team',
  method: 'POST',
  path: '/brand/:brandId/team',
  access: 'owner',
  summary:
    'Invites somebody to the team by mail. The invitation holds for 7 days and takes a place of the plan.',
  audit: ({ email }: { email?: unknown }) =>
    typeof email === 'string' ? `Invited ${email.trim().slice(0, 254)} to the team` : null,
  params,
  body: NewTeamInvite,
  output: z.object({ invite: TeamInvite }),
  problems: ['already_member', 'already_invited', 'team_full', 'suppressed', 'rate_limited'],
});

export const changeTeamRole = defineCall({
  name: 'changeTeamRole',
  noun: 'team',
  method: 'PUT',
  path: '/brand/:brandId/team/:userId',
  access: 'owner',
  summary: 'Makes a member an owner or an owner a member. A brand always has an owner.',
  params: ofMember,
  body: z.object({ role: BrandRole }),
  output: Team,
  problems: ['not_found', 'last_owner'],
});

export const removeTeamMember = defineCall({
  name: 'removeTeamMember',
  noun: 'team',
  method: 'DELETE',
  path: '/brand/:brandId/team/:userId',
  access: 'owner',
  summary: 'Takes somebody out of the team; they lose access at once, and what they did stays.',
  params: ofMember,
  output: Team,
  problems: ['not_found', 'last_owner'],
});

export const transferOwnership = defineCall({
  name: 'transferOwnership',
  noun: 'team',
  method: 'POST',
  path: '/brand/:brandId/team/:userId/ownership',
  access: 'owner',
  summary: 'Makes another member an owner and the caller a member, in one step.',
  params: ofMember,
  output: Team,
  problems: ['not_found', 'conflict'],
});

export const leaveTeam = defineCall({
  name: 'leaveTeam',
  noun: 'team',
  method: 'POST',
  path: '/brand/:brandId/team/leave',
  access: 'brand',
  peopleOnly: true,
  summary: 'The caller leaves the team of a brand.',
  params,
  output: z.object({ success: z.literal(true) }),
  problems: ['not_found', 'last_owner'],
});

export const resendTeamInvite = defineCall({
  name: 'resendTeamInvite',
  noun: 'team',
  method: 'POST',
  path: '/brand/:brandId/team/invites/:inviteId/resend',
  access: 'owner',
  summary: 'Sends an invitation again, with the same link and another 7 days.',
  params: ofInvite,
  output: z.object({ invite: TeamInvite }),
  problems: ['not_found', 'team_full', 'suppressed', 'rate_limited'],
});

export const withdrawTeamInvite = defineCall({
  name: 'withdrawTeamInvite',
  noun: 'team',
  method: 'DELETE',
  path: '/brand/:brandId/team/invites/:inviteId',
  access: 'owner',
  summary: 'Takes an invitation back: its link leads nowhere any more, and its place is free.',
  params: ofInvite,
  output: Team,
  problems: ['not_found'],
});

export const getTeamInvitation = defineCall({
  name: 'getTeamInvitation',
  noun: 'team',
  method: 'GET',
  path: '/team-invite/:token',
  access: 'public',
  summary: 'What the personal link of an invitation to a team shows.',
  params: z.object({ token: Token }),
  output: TeamInvitation,
  problems: ['not_found'],
});

export const acceptTeamInvitation = defineCall({
  name: 'acceptTeamInvitation',
  noun: 'team',
  method: 'POST',
  path: '/team-invite/:token/accept',
  access: 'user',
  summary:
    'Joins the team, as the account with the address that was invited. Accepting again changes nothing.',
  params: z.object({ token: Token }),
  output: z.object({ brandId: Id, brandName: z.string() }),
  problems: ['not_found', 'invite_not_open', 'other_account', 'team_full'],
});

export const listMyTeamInvites = defineCall({
  name: 'listMyTeamInvites',
  noun: 'team',
  method: 'GET',
  path: '/me/team-invites',
  access: 'user',
  summary:
    'Open invitations to teams for the address of the caller, as far as the login host has confirmed that address.',
  output: z.object({
    invites: z.array(
      z.object({
        token: z.string(),
        brandName: z.string(),
        invitedBy: z.string().nullable(),
        expires: Instant,
      }),
    ),
  }),
});

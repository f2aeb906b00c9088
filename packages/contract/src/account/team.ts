import { BrandRole } from '@troupe/domain/account/brand-role';
import { NewTeamInvite, Team, TeamInvitation, TeamInvite } from '@troupe/domain/account/team';
import { Id, Instant } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const withMember = params.extend({ userId: Id });
const withInvite = params.extend({ inviteId: Id });
const Token = z.string().regex(/^[\da-f]{32}$/, 'Not a valid invitation link');

export const getTeam = defineCall({
  name: 'getTeam',
  noun: 'team',
  method: 'GET',
  path: '/brand/:brandId/team',
  access: 'brand',
  summary: "Returns the brand's members, pending invitations and number of seats.",
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
    'Emails an invitation to join the team. The invitation expires after 7 days and takes up a seat until then.',
  audit: ({ email }: { email?: unknown }) =>
    typeof email === 'string' ? `Invited ${email.trim().slice(0, 254)} to team` : null,
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
  summary: "Changes a team member's role. A brand must always have at least one owner.",
  params: withMember,
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
  summary: 'Removes a member from the team. They lose access immediately; their work is kept.',
  params: withMember,
  output: Team,
  problems: ['not_found', 'last_owner'],
});

export const transferOwnership = defineCall({
  name: 'transferOwnership',
  noun: 'team',
  method: 'POST',
  path: '/brand/:brandId/team/:userId/ownership',
  access: 'owner',
  summary: 'Transfers ownership to another member. The caller becomes a regular member.',
  params: withMember,
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
  summary: 'Removes the caller from the team.',
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
  audit: 'Resent team invitation',
  summary: 'Resends an invitation. The link stays the same and is valid for another 7 days.',
  params: withInvite,
  output: z.object({ invite: TeamInvite }),
  problems: ['not_found', 'team_full', 'suppressed', 'rate_limited'],
});

export const withdrawTeamInvite = defineCall({
  name: 'withdrawTeamInvite',
  noun: 'team',
  method: 'DELETE',
  path: '/brand/:brandId/team/invites/:inviteId',
  access: 'owner',
  audit: 'Withdrew team invitation',
  summary: 'Withdraws an invitation. Its link stops working and its seat becomes available.',
  params: withInvite,
  output: Team,
  problems: ['not_found'],
});

export const getTeamInvitation = defineCall({
  name: 'getTeamInvitation',
  noun: 'team',
  method: 'GET',
  path: '/team-invite/:token',
  access: 'public',
  summary: 'Retrieves a team invitation by its link token.',
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
    "Accepts a team invitation. The caller's email must match the invited email. Accepting again has no effect.",
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
  summary: "Lists pending team invitations for the caller's verified email.",
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

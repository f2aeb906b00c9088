import { listMyTeamInvites } from '@troupe/contract/account/team';
import { callOptions } from '../call/query.ts';

/** Invitations to teams that wait for the signed-in person. */
export const myTeamInvitesOptions = callOptions(listMyTeamInvites, {});

/** Where an invitation is looked at and accepted. */
export const invitationPath = (token: string): string => `/team-invite/${token}`;

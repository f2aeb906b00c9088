import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '@troupe/contract/account/team';
import type { Team, TeamInvite, TeamMember } from '@troupe/domain/account/team';
import type { BrandRole } from '@troupe/domain/account/user';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';
import { nameOf } from './team-labels.ts';

/** Everybody of a brand, and who is invited. */
export const teamOptions = (brandId: string) => callOptions(calls.getTeam, { params: { brandId } });

/** Team mutations; each shows its result at once and invalidates dependent queries. */
export function useTeamWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [['team'], ['usage'], ['user'], ['brand', 'getBrand']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const show = (team: Team) => queryClient.setQueryData(teamOptions(brandId).queryKey, team);
  const onError = (error: Error) => void notify.failure(errorText(error));
  const ofMember = ({ userId }: TeamMember) => ({ params: { brandId, userId } });
  const ofInvite = ({ id }: TeamInvite) => ({ params: { brandId, inviteId: id } });
  return {
    invite: useMutation({
      mutationFn: (body: { email: string; role: BrandRole }) =>
        client.call(calls.inviteToTeam, { params: { brandId }, body }),
      onSuccess: ({ invite }) => notify.success(t('team.sending', { email: invite.email })),
      onSettled: refresh,
    }),
    resend: useMutation({
      mutationFn: (invite: TeamInvite) => client.call(calls.resendTeamInvite, ofInvite(invite)),
      onSuccess: ({ invite }) => notify.success(t('team.resent', { email: invite.email })),
      onError,
      onSettled: refresh,
    }),
    withdraw: useMutation({
      mutationFn: (invite: TeamInvite) => client.call(calls.withdrawTeamInvite, ofInvite(invite)),
      onSuccess: (team, { email }) => {
        show(team);
        notify.success(t('team.withdrawn', { email }));
      },
      onError,
      onSettled: refresh,
    }),
    setRole: useMutation({
      mutationFn: ({ member, role }: { member: TeamMember; role: BrandRole }) =>
        client.call(calls.changeTeamRole, { ...ofMember(member), body: { role } }),
      onSuccess: (team, { member, role }) => {
        show(team);
        notify.success(t('team.roleChanged', { name: nameOf(member), role }));
      },
      onError,
      onSettled: refresh,
    }),
    remove: useMutation({
      mutationFn: (member: TeamMember) => client.call(calls.removeTeamMember, ofMember(member)),
      onSuccess: (team, member) => {
        show(team);
        notify.success(t('team.removed', { name: nameOf(member) }));
      },
      onError,
      onSettled: refresh,
    }),
    handOver: useMutation({
      mutationFn: (member: TeamMember) => client.call(calls.transferOwnership, ofMember(member)),
      onSuccess: (team, member) => {
        show(team);
        notify.success(t('team.transferred', { name: nameOf(member) }));
      },
      onError,
      onSettled: refresh,
    }),
    leave: useMutation({
      mutationFn: () => client.call(calls.leaveTeam, { params: { brandId } }),
      // Everything of this brand is gone for this person, whatever is still in the cache.
      onSuccess: () => location.assign('/'),
      onError,
    }),
  };
}

export type TeamWrites = ReturnType<typeof useTeamWrites>;

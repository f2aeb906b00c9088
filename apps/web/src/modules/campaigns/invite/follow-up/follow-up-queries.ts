import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeAllFollowUps,
  changeFollowUps,
  getFollowUps,
  previewFollowUps,
  startFollowUps,
} from '@troupe/contract/campaigns/follow-up';
import type { ClientInput } from '@troupe/contract/client';
import { listSequences } from '@troupe/contract/outreach/sequence';
import type { FollowUp, RecentContact } from '@troupe/domain/campaigns/follow-up';
import { notify } from '@troupe/ui/feedback/notify';
import { relativeTime } from '@troupe/ui/lib/date';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { t } from './messages/messages.gen.ts';

/** The follow-up sequences of a brand. */
export const sequencesOptions = (brandId: string) => callOptions(listSequences, { params: { brandId } });

/** The follow-ups of an invite. */
export const followUpOptions = (brandId: string, inviteId: string) =>
  callOptions(getFollowUps, { params: { brandId, inviteId } });

/** The emails that a creator would get. */
export const timelineOptions = (brandId: string, body: ClientInput<typeof previewFollowUps>['body']) =>
  callOptions(previewFollowUps, { params: { brandId }, body });

/** Says who else wrote to a creator. */
export function contactText({ kind, name, brand, otherBrand, at }: RecentContact): string {
  const when = relativeTime(at, new Date());
  if (otherBrand && !brand)
    return kind === 'follow-ups' ? t('contact.brandFollows') : t('contact.brandWrote', { when });
  const who = otherBrand
    ? t('contact.ofBrand', { name: name ?? t('contact.someone'), brand: brand ?? '' })
    : (name ?? t('contact.teammate'));
  return kind === 'follow-ups' ? t('contact.follows', { who }) : t('contact.wrote', { who, when });
}

/** What a person does with follow-ups. */
export type FollowUpAction = 'pause' | 'resume' | 'stop';

/** Changes of follow-ups; each refetches what shows them. */
export function useFollowUpWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [['follow-up'], ['invite'], ['sequence']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const shown = (followUp: FollowUp | null, inviteId: string) =>
    queryClient.setQueryData(followUpOptions(brandId, inviteId).queryKey, { followUp });
  const onError = (error: Error) => void notify.failure(t('changeFailed'), { detail: errorText(error) });
  return {
    change: useMutation({
      mutationFn: ({ inviteId, action }: { inviteId: string; action: FollowUpAction }) =>
        client.call(changeFollowUps, { params: { brandId, inviteId }, body: { action } }),
      onSuccess: ({ followUp }, { inviteId }) => shown(followUp, inviteId),
      onError,
      onSettled: refresh,
    }),
    changeAll: useMutation({
      mutationFn: ({ action, campaignId }: { action: FollowUpAction; campaignId: string | null }) =>
        client.call(changeAllFollowUps, { params: { brandId }, body: { action, campaignId } }),
      onSuccess: ({ changed }, { action }) => notify.success(t(`all.${action}`, { count: changed })),
      onError,
      onSettled: refresh,
    }),
    start: useMutation({
      mutationFn: (body: ClientInput<typeof startFollowUps>['body']) =>
        client.call(startFollowUps, { params: { brandId }, body }),
      onSettled: refresh,
    }),
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelInvite,
  restoreInvite,
  sendBulkInvite,
  sendInvite,
  settleInvite,
} from '@troupe/contract/campaigns/invite';
import { CallError } from '@troupe/contract/client';
import type { Invite, LocalSending, SkipReason } from '@troupe/domain/campaigns/invite';
import { type NoticeAction, notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { paymentAction } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { markInvited } from '../../../shared/creator/invited.ts';
import { t } from '../messages/messages.gen.ts';
import type { BulkInviteInput, Invitee } from './invite-queries.ts';

const seeInvites = (): NoticeAction => ({
  label: t('sending.seeInvites'),
  href: '/creator-search/invites',
});

/** What the person can do about a refusal, as a button of the notice. */
function wayOut(error: unknown): { action?: NoticeAction } {
  if (error instanceof CallError && error.code === 'email_domain_required')
    return { action: { label: t('barrier.setUpDomain'), href: '/account#email-settings' } };
  const action = paymentAction(error);
  return action ? { action } : {};
}

/** The server's `msg`, which has this call's error text. */
function refusal(error: unknown): string {
  const msg = error instanceof CallError ? error.body.msg : undefined;
  return typeof msg === 'string' && msg.trim() ? msg : t('sending.unknownError');
}

/** Refetches what shows invites after one has changed. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [['invite'], ['mail'], ['creator', 'getCreator']])
      void queryClient.invalidateQueries({ queryKey });
  };
}

type SendInput = {
  creator: Invitee;
  campaignId: string;
  templateId: string | null;
  sendAt: string | null;
  sendLocal: LocalSending | null;
  sequenceId: string | null;
  contactAnyway: boolean;
  creatorListId?: string | undefined;
};

/** Sends one invite, once per key. The creator counts as invited at once. */
export function useInviteSending(key: string) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ creator, creatorListId = undefined, ...email }: SendInput) =>
      client.call(
        sendInvite,
        {
          params: { brandId },
          body: {
            ...email,
            socialProfileId: creator.id,
            socialId: creator.socialId,
            creatorListId: creatorListId ?? null,
          },
        },
        { idempotencyKey: email.contactAnyway ? `${key}-anyway` : key },
      ),
    onMutate: ({ creator }) => markInvited(queryClient, [creator.username], true),
    onSuccess: (_, { creator, sendAt, sendLocal }) => {
      const name = creatorName(creator);
      if (sendAt) {
        notify.success(t('sending.scheduled', { name }), {
          detail: t('sending.scheduledFor', { time: exactTime(sendAt) }),
          action: seeInvites(),
        });
      } else if (sendLocal) {
        notify.success(t('sending.scheduled', { name }), { action: seeInvites() });
      } else notify.success(t('sending.sent', { name }), { action: seeInvites() });
    },
    onError: (error, { creator }) => {
      markInvited(queryClient, [creator.username], false);
      // The dialog asks for a confirmation.
      if (error instanceof CallError && error.code === 'recently_contacted') return;
      notify.failure(refusal(error), wayOut(error));
    },
    onSettled: refresh,
  });
}

/** Sends many invites, once per key. */
export function useBulkSending() {
  const brandId = useBrandId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, key }: { body: BulkInviteInput; key: string }) =>
      client.call(sendBulkInvite, { params: { brandId }, body }, { idempotencyKey: key }),
    onSuccess: ({ accepted, skipped }, { body: { sendAt, sendLocal } }) => {
      const reasons = groupSkipped(skipped).map(
        ({ reason, usernames }) => `${skipReasonName(reason)}: ${usernames.length}`,
      );
      const left =
        skipped.length > 0
          ? t('sending.skipped', { count: skipped.length, reasons: reasons.join(', ') })
          : undefined;

      notify.success(
        accepted === 0
          ? t('sending.none')
          : t(sendAt || sendLocal ? 'sending.severalScheduled' : 'sending.severalSent', { count: accepted }),
        {
          ...(left ? { detail: left } : {}),
          action: seeInvites(),
        },
      );
    },
    onSettled: refresh,
  });
}

/** Cancels a scheduled invite; the notification offers Undo. */
export function useCancelling() {
  const brandId = useBrandId();
  const refresh = useRefresh();
  // Called from a notice, which outlives the row and the screen.
  const restore = async (invite: Invite) => {
    const name = creatorName(invite.metaData.profile);
    try {
      await client.call(restoreInvite, { params: { brandId, inviteId: invite.id } });
      notify.success(t('sending.restored', { name }));
    } catch (error) {
      notify.failure(t('sending.stillCanceled', { name }), { detail: errorText(error), ...wayOut(error) });
    }
    refresh();
  };
  return useMutation({
    mutationFn: (invite: Invite) => client.call(cancelInvite, { params: { brandId, inviteId: invite.id } }),
    onSuccess: (_, invite) =>
      notify.success(t('sending.canceled', { name: creatorName(invite.metaData.profile) }), {
        detail: t('sending.noEmail'),
        action: { label: t('action.undo'), onClick: () => void restore(invite) },
      }),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: refresh,
  });
}

/** Marks an uncertain invite as sent, or sends a failed one again. */
export function useSettling() {
  const brandId = useBrandId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ invite, as }: { invite: Invite; as: 'sent' | 'again' }) =>
      client.call(settleInvite, { params: { brandId, inviteId: invite.id }, body: { as } }),
    onSuccess: (_, { invite, as }) => {
      const name = creatorName(invite.metaData.profile);
      notify.success(as === 'sent' ? t('sending.markedSent', { name }) : t('sending.again', { name }));
    },
    onError: (error) => notify.failure(errorText(error), wayOut(error)),
    onSettled: refresh,
  });
}

interface Skipped {
  socialProfileId: string;
  username: string;
  reason: SkipReason;
}

/** `No contact info`. */
export const skipReasonName = (reason: SkipReason): string => t(`skip.${reason}`);

/** Groups the skipped by reason, the most frequent reason first. */
export function groupSkipped(skipped: readonly Skipped[]): { reason: SkipReason; usernames: string[] }[] {
  const groups = new Map<SkipReason, string[]>();
  for (const { reason, username } of skipped) {
    const group = groups.get(reason);
    if (group) group.push(username);
    else groups.set(reason, [username]);
  }
  return [...groups]
    .map(([reason, usernames]) => ({ reason, usernames }))
    .sort((one, other) => other.usernames.length - one.usernames.length);
}

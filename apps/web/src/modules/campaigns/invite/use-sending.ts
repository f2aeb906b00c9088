import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelInvite,
  restoreInvite,
  sendBulkInvite,
  sendInvite,
  settleInvite,
} from '@troupe/contract/campaigns/invite';
import { CallError } from '@troupe/contract/client';
import { type Invite, SKIP_REASON_NAMES, type SkipReason } from '@troupe/domain/campaigns/invite';
import { type NoticeAction, notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { counted } from '@troupe/ui/lib/format';
import { paymentAction } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { markInvited } from '../../../shared/creator/invited.ts';
import type { BulkInviteInput, Invitee } from './invite-queries.ts';

const SEE_INVITES: NoticeAction = { label: 'See invites', href: '/creator-search/invites' };

/** The way out of a refusal that the person can lift. */
function wayOut(error: unknown): { action?: NoticeAction } {
  if (error instanceof CallError && error.code === 'email_domain_required')
    return { action: { label: 'Set up email domain', href: '/account#email-settings' } };
  const action = paymentAction(error);
  return action ? { action } : {};
}

/** The server's `msg`, which has this call's error text. */
function refusal(error: unknown): string {
  const msg = error instanceof CallError ? error.body.msg : undefined;
  return typeof msg === 'string' && msg.trim() ? msg : 'An unknown error occurred.';
}

/** Refreshes what shows invites after a change of them. */
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
  creatorListId?: string | undefined;
};

/** Sends one invite; the same key twice is one invite. The creator counts as invited at once. */
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
        { idempotencyKey: key },
      ),
    onMutate: ({ creator }) => markInvited(queryClient, [creator.username], true),
    onSuccess: (_, { creator, sendAt }) => {
      const name = creatorName(creator);
      if (sendAt) {
        notify.success(`Invite for ${name} is scheduled.`, {
          detail: `It will be sent on ${exactTime(sendAt)}.`,
          action: SEE_INVITES,
        });
      } else notify.success(`Invite sent to ${name}.`, { action: SEE_INVITES });
    },
    onError: (error, { creator }) => {
      markInvited(queryClient, [creator.username], false);
      notify.failure(refusal(error), wayOut(error));
    },
    onSettled: refresh,
  });
}

/** Sends many invites at once; the same key twice sends nothing again. */
export function useBulkSending() {
  const brandId = useBrandId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, key }: { body: BulkInviteInput; key: string }) =>
      client.call(sendBulkInvite, { params: { brandId }, body }, { idempotencyKey: key }),
    onSuccess: ({ accepted, skipped }, { body: { sendAt } }) => {
      const reasons = groupSkipped(skipped).map(
        ({ reason, usernames }) => `${SKIP_REASON_NAMES[reason]}: ${usernames.length}`,
      );
      const left = skipped.length > 0 ? `${skipped.length} skipped. ${reasons.join(', ')}.` : undefined;
      const when = sendAt
        ? `${accepted === 1 ? 'is' : 'are'} scheduled`
        : `${accepted === 1 ? 'is' : 'are'} on the way`;
      notify.success(accepted === 0 ? 'No invites sent.' : `${counted(accepted, 'invite')} ${when}.`, {
        ...(left ? { detail: left } : {}),
        action: SEE_INVITES,
      });
    },
    onSettled: refresh,
  });
}

/** Cancels a scheduled invite; the notification offers Undo. */
export function useCancelling() {
  const brandId = useBrandId();
  const refresh = useRefresh();
  // Outlives the row and the screen: the notice is still there when both have gone.
  const restore = async (invite: Invite) => {
    const name = creatorName(invite.metaData.profile);
    try {
      await client.call(restoreInvite, { params: { brandId, inviteId: invite.id } });
      notify.success(`Invite to ${name} restored.`);
    } catch (error) {
      notify.failure(`Invite to ${name} is still canceled.`, { detail: errorText(error), ...wayOut(error) });
    }
    refresh();
  };
  return useMutation({
    mutationFn: (invite: Invite) => client.call(cancelInvite, { params: { brandId, inviteId: invite.id } }),
    onSuccess: (_, invite) =>
      notify.success(`Invite to ${creatorName(invite.metaData.profile)} canceled.`, {
        detail: 'No email will be sent.',
        action: { label: 'Undo', onClick: () => void restore(invite) },
      }),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: refresh,
  });
}

/** Says what became of an uncertain invite, or sends a failed one again. */
export function useSettling() {
  const brandId = useBrandId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ invite, as }: { invite: Invite; as: 'sent' | 'again' }) =>
      client.call(settleInvite, { params: { brandId, inviteId: invite.id }, body: { as } }),
    onSuccess: (_, { invite, as }) => {
      const name = creatorName(invite.metaData.profile);
      notify.success(
        as === 'sent' ? `Invite to ${name} marked as sent.` : `Sending the invite to ${name} again.`,
      );
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

/** Who is skipped, for each reason; the reason with most people first. */
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

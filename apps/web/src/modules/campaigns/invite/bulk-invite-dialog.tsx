import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewBulkInvite } from '@troupe/contract/campaigns/invite';
import { MAX_BULK_INVITE } from '@troupe/domain/campaigns/invite';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { OpenFlags } from '../../../shared/safety-flag/open-flags.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { inviteEmailBody, inviteEmailProblem } from './invite-email.ts';
import { InviteEmailFields } from './invite-email-fields.tsx';
import type { BulkInviteInput, InviteRequest } from './invite-queries.ts';
import { lackReason, lacksOf, SendingBarrier } from './sending-barrier.tsx';
import { useInviteEmail } from './use-invite-email.ts';
import { useBulkSending } from './use-sending.ts';
import './invite-dialog.css';
import { t } from '../messages/messages.gen.ts';

interface BulkInviteDialogProps {
  request: Exclude<InviteRequest, { creator: unknown }>;
  /** The campaign that is chosen at first. */
  campaignId?: string | undefined;
  onClose: () => void;
}

/** Invites several creators, one email each; shows beforehand who is skipped and when the last email is sent. */
export function BulkInviteDialog({ request, campaignId, onClose }: BulkInviteDialogProps) {
  const [now] = useState(() => new Date());
  const [email, changeEmail] = useInviteEmail(now, campaignId);
  // One key per request, so a retry sends nothing twice; a changed request gets a new key.
  const keys = useRef(new Map<string, string>());
  const brandId = useBrandId();
  const lacks = lacksOf(useQuery(brandOptions(brandId)).data);
  const send = useBulkSending();
  const running = useRef(false);
  const [contactAnyway, setContactAnyway] = useState(false);
  const body: BulkInviteInput = Object.assign(
    { contactAnyway },
    inviteEmailBody(email),
    recipientsOf(request),
  );
  const asked = callOptions(previewBulkInvite, { params: { brandId }, body });
  const preview = useQuery({
    ...asked,
    enabled: email.campaignId !== '' && inviteEmailProblem(email, now) === undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const ready = preview.data?.ready;
  const reason =
    lackReason(lacks) ??
    inviteEmailProblem(email, now) ??
    (ready === undefined ? t('invite.checking') : undefined) ??
    (ready === 0 ? t('invite.noOneLeft') : undefined);
  const submit = () => {
    if (reason || running.current) return;
    running.current = true;
    const wished = JSON.stringify(body);
    const key = keys.current.get(wished) ?? crypto.randomUUID();
    keys.current.set(wished, key);
    send.mutate(
      { body, key },
      {
        onSuccess: () => {
          if ('creators' in request) request.onSent?.();
          onClose();
        },
        onSettled: () => {
          running.current = false;
        },
      },
    );
  };
  return (
    <Dialog
      open
      title={t('invite.title')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={ready ? footText(ready, body.sendAt ?? null, preview.data?.lastLeaves ?? null) : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            icon={<IconSend size={16} />}
            busy={send.isPending}
            disabledReason={reason}
          >
            {ready ? t('invite.sendCount', { count: ready }) : t('invite.sendSeveral')}
          </Button>
        </>
      }
    >
      <SendingBarrier lacks={lacks} />
      <p className="t-medium" dir="auto">
        {titleOf(request)}
      </p>
      <OpenFlags
        of={
          'list' in request
            ? { listId: request.list.id }
            : { creatorIds: request.creators.map(({ id }) => id) }
        }
      />
      {send.error && (
        <ErrorState
          title={t('invite.sendFailed')}
          text={t('invite.retrySafe', { failure: errorText(send.error) })}
        />
      )}
      <InviteEmailFields email={email} onChange={changeEmail} sample={preview.data?.sample} now={now} />
      {preview.error && !preview.data && (
        <ErrorState
          title={t('invite.checkFailed')}
          text={errorText(preview.error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isLoading && (
        <Loading label={t('invite.checking')}>
          <SkeletonText lines={2} />
        </Loading>
      )}
      {preview.data && (
        <BulkPreview
          preview={preview.data}
          showsZones={body.sendLocal !== null}
          contactAnyway={contactAnyway}
          onContactAnyway={setContactAnyway}
        />
      )}
    </Dialog>
  );
}

const recipientsOf = (request: BulkInviteDialogProps['request']): Partial<BulkInviteInput> =>
  'list' in request
    ? { creatorListId: request.list.id }
    : { socialProfileIds: request.creators.slice(0, MAX_BULK_INVITE).map(({ id }) => id) };

const titleOf = (request: BulkInviteDialogProps['request']): string =>
  'list' in request
    ? t('invite.everyone', { list: request.list.title, count: request.list.itemCount })
    : t('creators', { count: request.creators.length });

const MINUTE = 60_000;

function footText(ready: number, sendAt: string | null, lastLeaves: string | null): string {
  const count = ready;
  const start = sendAt ? new Date(sendAt).getTime() : Date.now();
  const soon = !lastLeaves || new Date(lastLeaves).getTime() - start < MINUTE;
  const last = soon ? null : exactTime(lastLeaves);
  if (!sendAt) return last ? t('invite.foot.nowLast', { count, last }) : t('invite.foot.now', { count });
  const time = exactTime(sendAt);
  return last ? t('invite.foot.laterLast', { count, time, last }) : t('invite.foot.later', { count, time });
}

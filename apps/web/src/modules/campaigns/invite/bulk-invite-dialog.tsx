import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { previewBulkInvite } from '@troupe/contract/campaigns/invite';
import { MAX_BULK_INVITE } from '@troupe/domain/campaigns/invite';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { inviteEmailBody, inviteEmailProblem, newInviteEmail } from './invite-email.ts';
import { InviteEmailFields } from './invite-email-fields.tsx';
import type { BulkInviteInput, InviteRequest } from './invite-queries.ts';
import { lackReason, lacksOf, SendingBarrier } from './sending-barrier.tsx';
import { useBulkSending } from './use-sending.ts';
import './invite-dialog.css';

interface BulkInviteDialogProps {
  request: Exclude<InviteRequest, { creator: unknown }>;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}

/** Invites several creators, each by one mail; says before who is skipped and when the last one leaves. */
export function BulkInviteDialog({ request, campaignId, onClose }: BulkInviteDialogProps) {
  const [now] = useState(() => new Date());
  const [email, setEmail] = useState(() => newInviteEmail(now, campaignId));
  // One key for each request: the same one twice sends nothing again, a changed one is another.
  const keys = useRef(new Map<string, string>());
  const brandId = useBrandId();
  const lacks = lacksOf(useQuery(brandOptions(brandId)).data);
  const send = useBulkSending();
  const running = useRef(false);
  const body: BulkInviteInput = { ...inviteEmailBody(email), ...recipientsOf(request) };
  // Whose email it is changes nothing about who gets it.
  const asked = callOptions(previewBulkInvite, {
    params: { brandId },
    body: { ...body, templateId: null },
  });
  const preview = useQuery({ ...asked, enabled: email.campaignId !== '', staleTime: 0 });
  const ready = preview.data?.ready;
  const reason =
    lackReason(lacks) ??
    inviteEmailProblem(email, now) ??
    (ready === undefined ? 'Checking who can be invited' : undefined) ??
    (ready === 0 ? 'No one left to invite' : undefined);
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
      title="Invite to campaign"
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={ready ? footText(ready, body.sendAt ?? null, preview.data?.lastLeaves ?? null) : undefined}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="main"
            type="submit"
            icon={<IconSend size={16} />}
            busy={send.isPending}
            disabledReason={reason}
          >
            {ready ? `Send ${counted(ready, 'Invite')}` : 'Send Invites'}
          </Button>
        </>
      }
    >
      <SendingBarrier lacks={lacks} />
      <p className="t-medium" dir="auto">
        {titleOf(request)}
      </p>
      {send.error && (
        <ErrorState
          title="Couldn't send the invites."
          text={`${errorText(send.error)} You can retry; no email is sent twice.`}
        />
      )}
      <InviteEmailFields
        email={email}
        onChange={(part) => setEmail((before) => ({ ...before, ...part }))}
        now={now}
      />
      {preview.error && !preview.data && (
        <ErrorState
          title="Couldn't check who can be invited."
          text={errorText(preview.error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isLoading && (
        <Loading label="Checking who can be invited">
          <SkeletonText lines={2} />
        </Loading>
      )}
      {preview.data && <BulkPreview preview={preview.data} />}
    </Dialog>
  );
}

const recipientsOf = (request: BulkInviteDialogProps['request']): Partial<BulkInviteInput> =>
  'list' in request
    ? { creatorListId: request.list.id }
    : { socialProfileIds: request.creators.slice(0, MAX_BULK_INVITE).map(({ id }) => id) };

const titleOf = (request: BulkInviteDialogProps['request']): string =>
  'list' in request
    ? `Everyone on ${request.list.title}, ${counted(request.list.itemCount, 'creator')}`
    : counted(request.creators.length, 'creator');

const MINUTE = 60_000;

function footText(ready: number, sendAt: string | null, lastLeaves: string | null): string {
  const what = `Sends ${exactNumber(ready)} ${ready === 1 ? 'email' : 'emails'}`;
  const first = sendAt ? `from ${exactTime(sendAt)}` : 'now';
  const start = sendAt ? new Date(sendAt).getTime() : Date.now();
  const soon = !lastLeaves || new Date(lastLeaves).getTime() - start < MINUTE;
  return soon ? `${what} ${first}` : `${what} ${first}, the last at ${exactTime(lastLeaves)}`;
}

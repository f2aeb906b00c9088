import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { previewBulkInvite } from '@troupe/contract/campaigns/invite';
import { CallError } from '@troupe/contract/client';
import { RecentContact } from '@troupe/domain/campaigns/follow-up';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Avatar } from '@troupe/ui/content/avatar';
import { exactTime } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { OpenFlags } from '../../../shared/safety-flag/open-flags.tsx';
import { BulkInviteDialog } from './bulk-invite-dialog.tsx';
import { EmptyWarning } from './bulk-preview.tsx';
import { contactText } from './follow-up/follow-up-queries.ts';
import { inviteEmailBody, inviteEmailProblem, scheduledTime } from './invite-email.ts';
import { InviteEmailFields } from './invite-email-fields.tsx';
import { type Invitee, type InviteRequest, invitePreviewOptions } from './invite-queries.ts';
import { lackReason, lacksOf, SendingBarrier } from './sending-barrier.tsx';
import { useInviteEmail } from './use-invite-email.ts';
import { useInviteSending } from './use-sending.ts';
import './invite-dialog.css';
import { t } from '../messages/messages.gen.ts';

interface InviteDialogProps {
  creator: Invitee;
  creatorListId?: string | undefined;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}

/** Invites one creator to a campaign by email. It closes whether or not the invite could be sent. */
function InviteDialog({ creator, creatorListId, campaignId, onClose }: InviteDialogProps) {
  const [now] = useState(() => new Date());
  const [email, changeEmail] = useInviteEmail(now, campaignId);
  const [key] = useState(() => crypto.randomUUID());
  const brandId = useBrandId();
  const lacks = lacksOf(useQuery(brandOptions(brandId)).data);
  const send = useInviteSending(key);
  const sent = useRef(false);
  const [contact, setContact] = useState<RecentContact | null>(null);
  const reason = lackReason(lacks) ?? inviteEmailProblem(email, now);
  const body = inviteEmailBody(email);
  const known = useQuery({
    ...callOptions(previewBulkInvite, {
      params: { brandId },
      body: Object.assign({ socialProfileIds: [creator.id], creatorListId: creatorListId ?? null }, body),
    }),
    enabled: email.campaignId !== '' && reason === undefined,
    staleTime: 0,
  }).data;
  const submit = (contactAnyway = false) => {
    // The second click of a double click comes before the next render.
    if (reason || sent.current) return;
    sent.current = true;
    send.mutate(Object.assign({ creator, creatorListId, contactAnyway }, body), {
      onSuccess: onClose,
      onError: (error) => {
        const found = RecentContact.safeParse(error instanceof CallError && error.body.contact);
        if (!found.success) return onClose();
        sent.current = false;
        setContact(found.data);
      },
    });
  };
  const at = scheduledTime(email);
  if (contact)
    return (
      <ConfirmDialog
        open
        title={t('invite.contactedTitle')}
        text={`${contactText(contact)} ${t('invite.contactedText')}`}
        confirm={t('invite.anyway')}
        onConfirm={() => submit(true)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      title={t('invite.title')}
      onClose={onClose}
      onSubmit={() => submit()}
      foot={at ? t('invite.foot.oneLater', { time: exactTime(at) }) : t('invite.foot.oneNow')}
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
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <SendingBarrier lacks={lacks} />
      <Recipient creator={creator} campaignId={email.campaignId} />
      <OpenFlags of={{ creatorIds: [creator.id] }} />
      <InviteEmailFields email={email} onChange={changeEmail} creatorId={creator.id} now={now} />
      {known && <EmptyWarning empty={known.empty} />}
    </Dialog>
  );
}

/** The creator who gets the email, with the address once it is known. */
function Recipient({ creator, campaignId }: { creator: Invitee; campaignId: string }) {
  const asked = invitePreviewOptions(useBrandId(), {
    campaignId,
    templateId: null,
    socialProfileId: creator.id,
  });
  const to = useQuery({ ...asked, enabled: campaignId !== '' }).data?.to;
  const name = creatorName(creator);
  return (
    <div className="invite-recipient">
      <Avatar name={name} src={creator.profilePicUrl} size={28} />
      <span className="t-medium t-ellipsis" dir="auto">
        {name}
      </span>
      <span className="t-12 t-ink2 t-ellipsis">
        {to ??
          t('invite.usernameOn', { username: creator.username, platform: PLATFORM_NAMES[creator.platform] })}
      </span>
    </div>
  );
}

interface InviteDialogsProps {
  request: InviteRequest;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}

/** The invite dialog for one or several creators. */
export default function InviteDialogs({ request, campaignId, onClose }: InviteDialogsProps) {
  return 'creator' in request ? (
    <InviteDialog {...request} campaignId={campaignId} onClose={onClose} />
  ) : (
    <BulkInviteDialog request={request} campaignId={campaignId} onClose={onClose} />
  );
}

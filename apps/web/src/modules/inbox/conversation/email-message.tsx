import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { cancelMessage, readEmail, settleEmail } from '@troupe/contract/inbox/conversation';
import type { Message, MessageEmail } from '@troupe/domain/inbox/conversation';
import type { MailStatus } from '@troupe/domain/outreach/mail';
import { Button } from '@troupe/ui/action/button';
import { LinkedText } from '@troupe/ui/action/link';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { EmailFrame } from '../../../shared/email-frame.tsx';
import { t } from '../messages/messages.gen.ts';

/** Colors of the delivery status; `sent` isn't shown. */
const STATUS_TONES: Record<Exclude<MailStatus, 'sent'>, PillTone> = {
  queued: 'neutral',
  sending: 'neutral',
  deferred: 'tangerine',
  bounced: 'red',
  failed: 'red',
  uncertain: 'tangerine',
  suppressed: 'red',
  cancelled: 'neutral',
};

/** Subject and kind of an email, above its text. */
export function EmailTop({ email }: { email: MessageEmail }) {
  return (
    <>
      <p className="message-subject t-12">
        {email.inviteId && <Pill>{t('email.invite')}</Pill>}
        {email.fromMailbox && <Pill>{t('email.fromMailbox')}</Pill>}
        <span className="t-medium" dir="auto">
          {email.subject || t('email.noSubject')}
        </span>
      </p>
      {email.doubt && (
        <p className="message-doubt t-row t-12">
          <IconAlertTriangle size={14} aria-hidden="true" />
          {email.doubt}
        </p>
      )}
    </>
  );
}

interface EmailProps {
  message: Message;
  email: MessageEmail;
}

/** The quoted text or the formatting of an email, loaded on request. */
export function EmailRest({ message, email }: EmailProps) {
  const [shown, setShown] = useState(false);
  if (!email.hasMore) return null;
  const [show, hide] =
    email.direction === 'in' || email.fromMailbox
      ? [t('email.showQuoted'), t('email.hideQuoted')]
      : [t('email.showFormatting'), t('email.hideFormatting')];
  return (
    <>
      <button
        type="button"
        className="message-more t-12"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? hide : show}
      </button>
      {shown && <Original message={message} />}
    </>
  );
}

function Original({ message: { id: messageId, conversationId } }: { message: Message }) {
  const query = useQuery(
    callOptions(readEmail, { params: { brandId: useBrandId(), optInId: conversationId, messageId } }),
  );
  const { data, error, refetch } = query;
  if (error)
    return (
      <ErrorState title={t('email.loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <SkeletonText lines={3} />;
  if (data.html) return <EmailFrame html={data.html} />;
  return data.parts
    .filter(({ quoted }) => quoted)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a received email never change
      <blockquote key={at} className="message-quoted" dir="auto">
        <LinkedText text={part.text} />
      </blockquote>
    ));
}

/** The delivery status of an outgoing email, with what can be done about it; nothing once it is sent. */
export function EmailDelivery({ message, email, onChanged }: EmailProps & { onChanged: () => void }) {
  const brandId = useBrandId();
  const [busy, setBusy] = useState(false);
  const { status } = email;
  if (email.direction === 'in' || status === null || status === 'sent') return null;
  const params = { brandId, optInId: message.conversationId, messageId: message.id };
  const act = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      onChanged();
    } catch (error) {
      notify.failure(t('email.changeFailed'), { id: 'email', detail: errorText(error) });
    }
    setBusy(false);
  };

  const waits = status === 'queued' || status === 'deferred';
  const settle = (as: 'sent' | 'again') => () => client.call(settleEmail, { params, body: { as } });
  const open = (status === 'uncertain' || status === 'failed') && email.inviteId === null;
  return (
    <span className="t-row message-delivery">
      <Pill tone={STATUS_TONES[status]}>{t(`email.status.${status}`)}</Pill>
      {email.statusReason && <span>{email.statusReason}</span>}
      {waits && email.inviteId === null && (
        <Button
          size="row"
          kind="quiet"
          busy={busy}
          onClick={() => void act(() => client.call(cancelMessage, { params }))}
        >
          {t('action.cancel')}
        </Button>
      )}
      {open && status === 'uncertain' && (
        <Button size="row" kind="quiet" busy={busy} onClick={() => void act(settle('sent'))}>
          {t('email.markSent')}
        </Button>
      )}
      {open && (
        <Button size="row" kind="quiet" busy={busy} onClick={() => void act(settle('again'))}>
          {t('email.sendAgain')}
        </Button>
      )}
    </span>
  );
}

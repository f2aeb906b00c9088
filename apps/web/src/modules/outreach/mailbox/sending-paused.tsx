import type { DomainStop } from '@troupe/domain/outreach/domain-health';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';
import type { MailboxWrites } from './mailbox-queries.ts';

interface SendingPausedProps {
  stopped: DomainStop;
  writes: MailboxWrites;
  isOwner: boolean;
}

/** Says why invites and follow-ups from a mailbox are paused, and lets owners resume them. */
export function SendingPaused({ stopped, writes: { resume }, isOwner }: SendingPausedProps) {
  const [asks, setAsks] = useState(false);
  const { reason, count, sent, at } = stopped;
  return (
    <div className="mailbox-stopped" role="alert">
      <p>
        <span className="t-medium">{t('health.stoppedTitle')}</span>{' '}
        {t(`health.stopped.${reason}`, {
          count: exactNumber(count),
          sent: exactNumber(sent),
          time: exactTime(at),
        })}
      </p>
      {isOwner ? (
        <Button busy={resume.isPending} onClick={() => setAsks(true)}>
          {t('health.resume')}
        </Button>
      ) : (
        <p className="t-12">{t('health.askOwner')}</p>
      )}
      <ConfirmDialog
        open={asks}
        title={t('health.resumeTitle')}
        text={t('health.resumeText')}
        confirm={t('health.resume')}
        onConfirm={() => {
          setAsks(false);
          resume.mutate(undefined, {
            onSuccess: () => void notify.success(t('health.didResume')),
            onError: (error) => void notify.failure(t('health.resumeFailed'), { detail: errorText(error) }),
          });
        }}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}

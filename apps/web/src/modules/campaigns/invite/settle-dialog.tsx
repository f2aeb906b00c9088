import type { Invite } from '@troupe/domain/campaigns/invite';
import { Button } from '@troupe/ui/action/button';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { Children, type ReactNode } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { useSettling } from './use-sending.ts';

const b = (words: ReactNode[]) => <span className="t-medium">{words}</span>;

/** Settles an invite whose delivery is uncertain or failed. */
export function SettleDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const settle = useSettling();
  const name = creatorName(invite.metaData.profile);
  const unsure = invite.status === 'uncertain';
  const decide = (as: 'sent' | 'again') => {
    if (!settle.isPending) settle.mutate({ invite, as }, { onSettled: onClose });
  };
  return (
    <Dialog
      open
      title={unsure ? t('settle.wasSent') : t('settle.again')}
      onClose={onClose}
      foot={t('settle.foot')}
      actions={
        <>
          {unsure ? (
            <Button onClick={() => decide('sent')}>{t('settle.markSent')}</Button>
          ) : (
            <Button onClick={onClose}>{t('action.cancel')}</Button>
          )}
          <Button kind="main" busy={settle.isPending} onClick={() => decide('again')}>
            {t('settle.sendAgain')}
          </Button>
        </>
      }
    >
      {unsure ? (
        <>
          <p>{t('settle.doubt', { name })}</p>
          <ul className="invite-choices t-ink2">
            <li>{Children.toArray(t.rich('settle.sentMeaning', { name, b }))}</li>
            <li>{Children.toArray(t.rich('settle.againMeaning', { name, b }))}</li>
          </ul>
        </>
      ) : (
        <p>{t('settle.failed', { reason: invite.statusReason ?? t('settle.notSent'), name })}</p>
      )}
    </Dialog>
  );
}

import { IconBell, IconCheck, IconCircleCheck, IconMessage, IconRotate, IconX } from '@tabler/icons-react';
import { remindOptIn } from '@troupe/contract/campaigns/opt-in';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { approveLabel, feeText, openOffer } from './opt-in-labels.ts';
import { useUsageText } from './opt-in-queries.ts';
import { notifyRefusal, type OptInWrites } from './use-opt-in-writes.ts';

const DeclineDialog = lazy(() => import('./decline-dialog.tsx'));

/** Explains what completing this opt-in does. */
function completeText(optIn: OptIn): string {
  const { fee, deliverables } = optIn.agreement;
  const open = openOffer(optIn);
  return [
    deliverables.length > 0 && t('complete.agreed', { deliverables: deliverablesLabel(deliverables) }),
    fee !== null &&
      fee > 0 &&
      t('complete.payable', { amount: feeText(optIn.agreement, [open?.terms.fee ?? null]) }),
    open && t('complete.openOffer', { fee: feeText(open.terms, [fee]) }),
    t('complete.reopen'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The actions available for an opt-in's current status. */
export function OptInDecision({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const brandId = useBrandId();
  const [declining, setDeclining] = useState(false);
  const [completing, setCompleting] = useState(false);
  const [reminding, setReminding] = useState(false);
  const { status, id, campaignId, unreadMessageCount } = optIn;
  const { approve, reopen, decline, complete, remind: reminder } = optIn.abilities;
  const busy = writes.busyIds.has(id);
  const usage = useUsageText();

  async function remind() {
    setReminding(true);
    try {
      await client.call(remindOptIn, { params: { brandId, optInId: id } });
      notify.success(t('optIn.reminded', { name: creatorName(optIn.socialProfile) }));
    } catch (error) {
      notifyRefusal(error, optIn);
    } finally {
      setReminding(false);
    }
  }

  return (
    <div className="opt-in-actions">
      {(approve.allowed || reopen.allowed) && (
        <Button
          kind={status === 'pending' ? 'main' : 'second'}
          icon={reopen.allowed ? <IconRotate size={16} /> : <IconCheck size={16} />}
          busy={busy}
          onClick={() => void writes.move(optIn, 'approved')}
        >
          {reopen.allowed ? t('optIn.reopen') : approveLabel(optIn)}
        </Button>
      )}
      {complete.allowed && (
        <Button icon={<IconCircleCheck size={16} />} busy={busy} onClick={() => setCompleting(true)}>
          {t('optIn.complete')}
        </Button>
      )}
      {decline.allowed && (
        <Button icon={<IconX size={16} />} disabled={busy} onClick={() => setDeclining(true)}>
          {t('optIn.decline')}
        </Button>
      )}
      {reminder.allowed && (
        <Button icon={<IconBell size={16} />} busy={reminding} onClick={() => void remind()}>
          {t('optIn.remind')}
        </Button>
      )}
      {approve.allowed && usage && <p className="t-12 t-ink2 opt-in-usage">{t('optIn.uses', { usage })}</p>}
      <Button icon={<IconMessage size={16} />} href={`/inbox/${campaignId}/chat/${id}`}>
        {unreadMessageCount > 0 ? t('optIn.chatUnread', { count: unreadMessageCount }) : t('optIn.chat')}
      </Button>
      <ConfirmDialog
        open={completing}
        title={t('complete.title', { name: creatorName(optIn.socialProfile) })}
        text={completeText(optIn)}
        confirm={t('optIn.complete')}
        onConfirm={() => {
          setCompleting(false);
          void writes.move(optIn, 'completed');
        }}
        onClose={() => setCompleting(false)}
      />
      {declining && (
        <Suspense>
          <DeclineDialog
            optIns={[optIn]}
            onClose={() => setDeclining(false)}
            onDecline={(reason) => {
              setDeclining(false);
              return writes.move(optIn, 'rejected', reason);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

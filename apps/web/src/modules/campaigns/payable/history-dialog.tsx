import { useQuery } from '@tanstack/react-query';
import { type Payable, PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { Children } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { noteOf, payableOptions, payByText } from './payable-queries.ts';

interface HistoryDialogProps {
  payable: Payable;
  onClose: () => void;
  onPay: (payable: Payable) => void;
}

/** The amounts and the history of a payment. */
export default function HistoryDialog({ payable, onClose, onPay }: HistoryDialogProps) {
  const query = useQuery(payableOptions(useBrandId(), payable.id));
  const { data } = query;
  const now = data?.payable ?? payable;
  const { fee, processingFee, brandPays, currency, state, reference, abilities } = now;
  const note = noteOf(now);
  return (
    <Dialog
      open
      title={t('payable.title', { name: payable.fullname || `@${payable.username}` })}
      onClose={onClose}
      actions={
        <>
          {payable.optInId && (
            <Button href={`/campaigns/${payable.campaignId}/opt-ins?optIn=${payable.optInId}`}>
              {t('payable.openOptIn')}
            </Button>
          )}
          <Button kind={abilities.pay.allowed ? 'second' : 'main'} onClick={onClose}>
            {t('action.close')}
          </Button>
          {abilities.pay.allowed && (
            <Button kind="main" onClick={() => onPay(now)}>
              {t(state === 'failed' ? 'payable.retry' : 'payable.pay')}
            </Button>
          )}
        </>
      }
    >
      <dl className="payable-facts">
        <dt>{t('terms.agreedFee')}</dt>
        <dd>{columnMoney(fee, currency)}</dd>
        <dt>{t('terms.processing', { percent: PROCESSING_FEE_PERCENT })}</dt>
        <dd>{columnMoney(processingFee, currency)}</dd>
        <dt>{t('terms.youPay')}</dt>
        <dd className="t-medium">{columnMoney(brandPays, currency)}</dd>
        <dt>{t('payable.creatorGets')}</dt>
        <dd>{columnMoney(fee - processingFee, currency)}</dd>
        {state !== 'paid' && (
          <>
            <dt>{t('payable.payBy')}</dt>
            <dd>{payByText(now)}</dd>
          </>
        )}
        {reference && (
          <>
            <dt>{t('payable.reference')}</dt>
            <dd dir="auto">{reference}</dd>
          </>
        )}
        {note && (
          <>
            <dt>{t(state === 'failed' ? 'payable.failureReason' : 'payables.status')}</dt>
            <dd dir="auto">{note}</dd>
          </>
        )}
      </dl>
      <h3 className="t-14 t-name">{t('optIn.history')}</h3>
      <LoadState what={t('payable.historyWhat')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      <ol className="payable-history">
        {data?.history.map((event) => (
          <li key={event.id}>
            <span dir="auto">{event.text}</span>
            <span className="t-12 t-ink2">
              {Children.toArray(
                t.rich('optIn.by', { name: event.by ?? 'Troupe', ago: () => <Ago at={event.created} /> }),
              )}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

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
import { payableOptions } from './payable-queries.ts';

/** The amounts and the history of a payment. */
export default function HistoryDialog({ payable, onClose }: { payable: Payable; onClose: () => void }) {
  const query = useQuery(payableOptions(useBrandId(), payable.id));
  const { data } = query;
  const { fee, processingFee, brandPays, currency, reason, reference } = data?.payable ?? payable;
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
          <Button kind="main" onClick={onClose}>
            {t('action.close')}
          </Button>
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
        {reference && (
          <>
            <dt>{t('payable.reference')}</dt>
            <dd dir="auto">{reference}</dd>
          </>
        )}
        {reason && (
          <>
            <dt>{t('payable.failureReason')}</dt>
            <dd dir="auto">{reason}</dd>
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

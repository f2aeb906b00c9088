import { useQuery } from '@tanstack/react-query';
import { type Payable, PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { columnMoney } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { payableOptions } from './payable-queries.ts';

/** What a payment comes to, and what happened to it. */
export default function HistoryDialog({ payable, onClose }: { payable: Payable; onClose: () => void }) {
  const query = useQuery(payableOptions(useBrandId(), payable.id));
  const { data } = query;
  const { fee, processingFee, brandPays, currency, reason, reference } = data?.payable ?? payable;
  return (
    <Dialog
      open
      title={`Payment to ${payable.fullname || `@${payable.username}`}`}
      onClose={onClose}
      actions={
        <>
          {payable.optInId && (
            <Button href={`/campaigns/${payable.campaignId}/opt-ins?optIn=${payable.optInId}`}>
              Open opt-in
            </Button>
          )}
          <Button kind="main" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <dl className="payable-facts">
        <dt>Agreed fee</dt>
        <dd>{columnMoney(fee, currency)}</dd>
        <dt>Processing fee, {PROCESSING_FEE_PERCENT}%</dt>
        <dd>{columnMoney(processingFee, currency)}</dd>
        <dt>You pay</dt>
        <dd className="t-medium">{columnMoney(brandPays, currency)}</dd>
        <dt>The creator gets</dt>
        <dd>{columnMoney(fee - processingFee, currency)}</dd>
        {reference && (
          <>
            <dt>Reference</dt>
            <dd dir="auto">{reference}</dd>
          </>
        )}
        {reason && (
          <>
            <dt>Failure reason</dt>
            <dd dir="auto">{reason}</dd>
          </>
        )}
      </dl>
      <h3 className="t-14 t-name">History</h3>
      <LoadState what="the history" query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      <ol className="payable-history">
        {data?.history.map((event) => (
          <li key={event.id}>
            <span dir="auto">{event.text}</span>
            <span className="t-12 t-ink2">
              {event.by ?? 'Troupe'}, <Ago at={event.created} />
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

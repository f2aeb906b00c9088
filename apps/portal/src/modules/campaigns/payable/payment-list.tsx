import { listOwnPayables } from '@troupe/contract/campaigns/payable';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { useCall } from '../../../shared/use-call.ts';
import { PaymentRow } from './payment-row.tsx';

/** Everything a creator is paid, newest first. */
export function PaymentList() {
  const { loaded, retry } = useCall(listOwnPayables, {});
  return (
    <Section id="payments" title="Your payments">
      <p className="t-ink2">
        Brands pay you once a collaboration is completed. A processing fee of {PROCESSING_FEE_PERCENT}% is
        deducted from the agreed fee.
      </p>
      {loaded.state === 'loading' && (
        <Loading label="Loading your payments">
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {loaded.state === 'failed' && (
        <ErrorState title="Couldn't load your payments." text={loaded.text} onRetry={retry} />
      )}
      {loaded.state === 'known' && loaded.value.payables.length === 0 && <p>No payment yet.</p>}
      {loaded.state === 'known' && loaded.value.payables.length > 0 && (
        <ul className="payments">
          {loaded.value.payables.map((payable) => (
            <li key={payable.id}>
              <PaymentRow
                payable={payable}
                title={
                  <Link href={`/opt-ins/${payable.optInId}`} className="t-link">
                    {payable.campaignTitle}, {payable.brandName}
                  </Link>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

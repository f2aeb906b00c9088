import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { listOwnPayables } from '@troupe/contract/campaigns/payable';
import { type PayableState, PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import { type ReactNode, useEffect } from 'react';
import { callOptions, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import './payable.css';

type OwnPayable = CallOutput<typeof listOwnPayables>['payables'][number];

// A payment that is due to the brand is pending to the creator.
const LOOKS: Record<PayableState, { label: string; tone: PillTone }> = {
  due: { label: 'Waiting for the brand', tone: 'iris' },
  approved: { label: 'Will be paid', tone: 'tangerine' },
  paid: { label: 'Paid', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
};

/** One payment: what the creator gets, where it stands, and why it failed. */
function PaymentRow({ payable, title }: { payable: OwnPayable; title?: ReactNode }) {
  const { fee, processingFee, creatorGets, currency, state, reason, reference, paid, updated } = payable;
  const look = LOOKS[state];
  return (
    <div className="payment">
      <div className="payment-head">
        <span className="t-medium t-num">{money(creatorGets, currency)}</span>
        <Pill tone={look.tone}>{look.label}</Pill>
        <span className="t-12 t-ink2">{paid ? dayText(paid) : <Ago at={updated} />}</span>
      </div>
      {title}
      <p className="t-12 t-ink2">
        {money(fee, currency)} agreed, {money(processingFee, currency)} processing fee deducted
      </p>
      {reference && (
        <p className="t-12 t-ink2" dir="auto">
          Reference: {reference}
        </p>
      )}
      {reason && (
        <p dir="auto">
          <span className="t-ink2">Why it failed:</span> {reason}
        </p>
      )}
    </div>
  );
}

/** Everything a creator is paid, newest first. */
export function PaymentList() {
  const { data, error, isPending, refetch } = useQuery(callOptions(listOwnPayables, {}));
  return (
    <Section id="payments" title="Your payments">
      <p className="t-ink2">
        Brands pay you once a collaboration is completed. A processing fee of {PROCESSING_FEE_PERCENT}% is
        deducted from the agreed fee.
      </p>
      {isPending && (
        <Loading label="Loading your payments">
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {error && !data && (
        <ErrorState
          title="Couldn't load your payments."
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.payables.length === 0 && <p>No payment yet.</p>}
      {data && data.payables.length > 0 && (
        <ul className="payments">
          {data.payables.map((payable) => (
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

/** The payment of an opt-in; nothing before there is one. It is read again whenever the opt-in is. */
export function PaymentPart({ optIn }: { optIn: OwnOptIn }) {
  const { data, refetch } = useQuery(callOptions(listOwnPayables, {}));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the opt-in may have changed its payment
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [optIn, refetch]);
  const payable = data?.payables.find((one) => one.optInId === optIn.id);
  if (!payable) return null;
  return (
    <Section title="Your payment">
      <PaymentRow payable={payable} />
    </Section>
  );
}

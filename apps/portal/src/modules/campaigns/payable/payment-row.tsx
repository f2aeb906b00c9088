import type { CallOutput } from '@troupe/contract/call';
import type { listOwnPayables } from '@troupe/contract/campaigns/payable';
import type { PayableState } from '@troupe/domain/campaigns/payable';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import './payable.css';

export type OwnPayable = CallOutput<typeof listOwnPayables>['payables'][number];

// What the brand calls due waits, as a creator sees it.
const LOOKS: Record<PayableState, { label: string; tone: PillTone }> = {
  due: { label: 'Waiting for the brand', tone: 'iris' },
  approved: { label: 'Will be paid', tone: 'tangerine' },
  paid: { label: 'Paid', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
};

/** One payment: what the creator gets, where it stands, and why it failed. */
export function PaymentRow({ payable, title }: { payable: OwnPayable; title?: ReactNode }) {
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

import { PROCESSING_FEE_PERCENT } from '@troupe/domain/payable';
import { MINIMUM_MONTHS, NOTICE_DAYS, type Period, type Plan, YEARLY_MONTHS } from '@troupe/domain/plan';
import { Button } from '@troupe/ui/button';
import { Checkbox } from '@troupe/ui/choice';
import { Dialog } from '@troupe/ui/dialog';
import { useState } from 'react';
import { dollars } from '../../shared/dollars.ts';

interface AgreementDialogProps {
  plan: Plan;
  period: Period;
  /** Cents that come on top once; 0 for a brand that has paid them. */
  setupFee: number;
  onContinue: () => void;
  onClose: () => void;
}

/** Counts as they are written in a sentence. */
const numbers = new Map([
  [MINIMUM_MONTHS, 'three'],
  [YEARLY_MONTHS, 'twelve'],
]);

/** What a plan binds to; it is read and accepted before it is paid. */
export default function AgreementDialog(props: AgreementDialogProps) {
  const { plan, period, setupFee, onContinue, onClose } = props;
  const [accepted, setAccepted] = useState(false);
  const months = period === 'yearly' ? YEARLY_MONTHS : MINIMUM_MONTHS;
  const price = dollars(plan.price[period]);
  return (
    <Dialog
      open
      width={560}
      title="Subscription Agreement"
      onClose={onClose}
      onSubmit={() => accepted && onContinue()}
      foot={`${price} per month${setupFee > 0 ? `, ${dollars(setupFee)} once` : ''}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="main"
            type="submit"
            disabledReason={accepted ? undefined : 'Accept the agreement first.'}
          >
            Continue
          </Button>
        </>
      }
    >
      <p>
        <span className="t-medium">{plan.name}</span>, paid monthly
        {period === 'yearly' ? ' for a year' : ''}: {price}
        {plan.from ? ' and up' : ''} per month.
      </p>
      <ul className="agreement">
        {setupFee > 0 && <li>A one-time setup fee of {dollars(setupFee)} comes with the first payment.</li>}
        <li>
          The minimum subscription is three months
          {period === 'yearly' ? `; the yearly price holds for ${numbers.get(months)} months.` : '.'}
        </li>
        <li>Cancellation needs {NOTICE_DAYS} days' notice.</li>
        <li>
          An automatic {PROCESSING_FEE_PERCENT}% payment processing fee applies to influencer payments, for
          both brand and creator.
        </li>
        <li>Prices are in USD, taxes not included.</li>
      </ul>
      <Checkbox
        checked={accepted}
        onChange={(event) => setAccepted(event.target.checked)}
        label={
          <>
            I have read and accept this agreement and the{' '}
            <a href="/terms" target="_blank" rel="noopener" className="t-link">
              terms
            </a>
          </>
        }
      />
    </Dialog>
  );
}

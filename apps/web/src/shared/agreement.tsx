import {
  MINIMUM_MONTHS,
  NOTICE_DAYS,
  type Period,
  type Plan,
  YEARLY_MONTHS,
} from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Checkbox } from '@troupe/ui/field/choice';
import './agreement.css';
import { dollars } from './dollars.ts';

interface AgreementProps {
  plan: Plan;
  period: Period;
  /** Cents that come on top once; 0 for a brand that has paid them. */
  setupFee: number;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** Counts as they are written in a sentence. */
const numbers = new Map([
  [MINIMUM_MONTHS, 'three'],
  [YEARLY_MONTHS, 'twelve'],
]);

/** The subscription agreement of a plan, and the checkbox that accepts it. */
export function Agreement({ plan, period, setupFee, accepted, onAccept }: AgreementProps) {
  return (
    <>
      <p>
        <span className="t-medium">{plan.name}</span>, paid monthly
        {period === 'yearly' ? ' for a year' : ''}: {dollars(plan.price[period])}
        {plan.from ? ' and up' : ''} per month.
      </p>
      <ul className="agreement">
        {setupFee > 0 && <li>A one-time setup fee of {dollars(setupFee)} comes with the first payment.</li>}
        <li>
          The minimum subscription is {numbers.get(MINIMUM_MONTHS)} months
          {period === 'yearly' ? `; the yearly price holds for ${numbers.get(YEARLY_MONTHS)} months.` : '.'}
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
        onChange={(event) => onAccept(event.target.checked)}
        label={
          <>
            I have read and accept this agreement and the{' '}
            <a href="/terms" target="_blank" rel="noopener" className="t-link t-link-inline">
              terms
            </a>
          </>
        }
      />
    </>
  );
}

import { NOTICE_DAYS, type Period, type Plan } from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Checkbox } from '@troupe/ui/field/choice';
import { t } from './messages/messages.gen.ts';
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

/** The subscription agreement of a plan, and the checkbox that accepts it. */
export function Agreement({ plan, period, setupFee, accepted, onAccept }: AgreementProps) {
  const isYearly = period === 'yearly' ? 'yes' : 'no';
  return (
    <>
      <p>
        {t.rich('agreement.price', {
          name: plan.name,
          price: dollars(plan.price[period]),
          isYearly,
          isFrom: plan.from ? 'yes' : 'no',
          plan: (words) => (
            <span key="plan" className="t-medium">
              {words}
            </span>
          ),
        })}
      </p>
      <ul className="agreement">
        {setupFee > 0 && <li>{t('agreement.fee', { fee: dollars(setupFee) })}</li>}
        <li>{t('agreement.minimum', { isYearly })}</li>
        <li>{t('agreement.notice', { days: NOTICE_DAYS })}</li>
        <li>{t('agreement.processing', { percent: PROCESSING_FEE_PERCENT })}</li>
        <li>{t('agreement.currency')}</li>
      </ul>
      <Checkbox
        checked={accepted}
        onChange={(event) => onAccept(event.target.checked)}
        label={
          <span>
            {t.rich('agreement.accept', {
              terms: (words) => (
                <a key="terms" href="/terms" target="_blank" rel="noopener" className="t-link t-link-inline">
                  {words}
                </a>
              ),
            })}
          </span>
        }
      />
    </>
  );
}

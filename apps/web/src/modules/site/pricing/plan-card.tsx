import type { Period, Plan } from '@troupe/domain/billing/plan';
import { Pill } from '@troupe/ui/content/pill';
import type { ReactNode, Ref } from 'react';
import { dollars } from '../../../shared/dollars.ts';
import { t } from '../messages/messages.gen.ts';
import { limitsOf, tagline } from './pricing-labels.ts';

interface PlanCardProps {
  plan: Plan;
  period: Period | 'both';
  /** The brand holds it. */
  active: boolean;
  /** It stands out: chosen by the address, else the popular one. */
  featured: boolean;
  action: (period: Period) => ReactNode;
  ref?: Ref<HTMLLIElement>;
}

/** A plan: what it is for, its price, its limits, and the way to get it. */
export function PlanCard({ plan, period, active, featured, action, ref }: PlanCardProps) {
  const isFrom = plan.from ? 'yes' : 'no';
  const popular = plan.id === 'trailblazer' && !active;
  return (
    <li ref={ref} className="plan" data-featured={featured || undefined}>
      {featured && plan.id === 'trailblazer' && <Players />}
      <div className="plan-name">
        <h3 className="t-16">{plan.name}</h3>
        {active && <Pill tone="green">{t('pricing.active')}</Pill>}
        {popular && <Pill tone="iris">{t('pricing.popular')}</Pill>}
      </div>
      <p className="t-ink2">{tagline(plan.id)}</p>
      <div>
        <PerPeriod period={period}>
          {(one, other) => (
            <>
              <p className="plan-price t-num">
                <span className="t-28">{dollars(plan.price[one])}</span>
                <span className="t-ink2"> {t('pricing.perMonth', { isFrom })}</span>
              </p>
              <p className="t-12 t-ink3 t-num">
                {t('pricing.otherPeriod', { isFrom, price: dollars(plan.price[other]), period: other })}
              </p>
              <div className="plan-action">{action(one)}</div>
            </>
          )}
        </PerPeriod>
        <Collaborations count={plan.collaborations} />
        <dl className="plan-limits">
          {limitsOf(plan).map(({ label, value }) => (
            <div key={label}>
              <dt className="t-ink2">{label}</dt>
              <dd className="t-medium t-num">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}

interface PerPeriodProps {
  period: Period | 'both';
  children: (period: Period, other: Period) => ReactNode;
}

/** What differs by how people pay; with `both` the styles show the one that is chosen. */
function PerPeriod({ period, children }: PerPeriodProps) {
  if (period === 'yearly') return children('yearly', 'monthly');
  if (period === 'monthly') return children('monthly', 'yearly');
  return (
    <>
      <div className="for-yearly">{children('yearly', 'monthly')}</div>
      <div className="for-monthly">{children('monthly', 'yearly')}</div>
    </>
  );
}

/** A dot for each collaboration of a month, ten in a row. */
function Collaborations({ count }: { count: number | null }) {
  if (count === null) return <p className="plan-dots t-ink2">{t('pricing.ownPace')}</p>;
  return (
    <div className="plan-dots">
      <svg width={158} height={Math.ceil(count / 10) * 16 - 4} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots are all alike
          <circle key={place} cx={6 + (place % 10) * 16} cy={6 + Math.floor(place / 10) * 16} r={5.5} />
        ))}
      </svg>
    </div>
  );
}

/** Three players on the card, the middle one in the light. */
function Players() {
  return (
    <svg className="plan-players" width={150} height={90} viewBox="0 0 150 90" aria-hidden="true">
      <path d="M12 90V66a14 14 0 0 1 32 0v24M106 90V66a14 14 0 0 1 32 0v24" />
      <circle cx="28" cy="42" r="9" />
      <circle cx="122" cy="42" r="9" />
      <g className="plan-players-lit">
        <path d="M55 90V60a20 20 0 0 1 40 0v30M75 2v6M57 6l5 5M93 6l-5 5" />
        <circle cx="75" cy="25" r="10" />
      </g>
    </svg>
  );
}

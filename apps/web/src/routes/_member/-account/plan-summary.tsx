import { useQuery } from '@tanstack/react-query';
import { planOf } from '@troupe/domain/plan';
import { exactNumber } from '@troupe/ui/lib/format';
import { Link } from '@troupe/ui/link';
import { Skeleton } from '@troupe/ui/skeleton';
import type { ReactNode } from 'react';
import { creditsOptions } from '../../../shared/credit.ts';
import { brandOptions, useBrandId } from '../../../shared/current-brand.ts';
import './account.css';

/** A plan's slug as people write it: `self-serve` -> `Self-Serve`. */
const planName = (planId: string) => planId.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** What the brand has: plan, credits, affiliate integration. */
export function PlanSummary() {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const { data: credits, isError } = useQuery(creditsOptions(brandId));
  const plan = brand?.activeSubscriptions[0];
  const monthly = planOf(plan?.planId)?.credits;
  return (
    <dl className="account-summary" id="plan">
      <Cell
        label="Plan"
        value={brand && (plan ? planName(plan.planId) : 'No plan yet')}
        note={
          brand &&
          (plan ? (
            plan.period === 'yearly' ? (
              'Paid yearly'
            ) : (
              'Paid monthly'
            )
          ) : (
            <Link href="/pricing" className="t-link">
              See the plans
            </Link>
          ))
        }
      />
      <Cell
        label="Credits"
        value={isError && !credits ? 'N/A' : credits && exactNumber(credits.balance)}
        note={
          credits ? (
            <>
              {exactNumber(credits.reserved)} reserved
              {monthly ? `, ${exactNumber(monthly)} more each month` : ''}
            </>
          ) : (
            isError && 'The credits could not be loaded.'
          )
        }
      />
      <Cell
        label="Affiliate Integration"
        value={brand && (brand.affiliateSubscription ? 'Active' : 'Not active')}
        note={
          brand &&
          (brand.affiliateSubscription ? (
            `Paid ${brand.affiliateSubscription.period}`
          ) : (
            <Link href="/pricing" className="t-link">
              See the prices
            </Link>
          ))
        }
      />
    </dl>
  );
}

function Cell({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <div>
      <dt className="t-12 t-ink3">{label}</dt>
      <dd className="t-20 t-num">{value ?? <Skeleton width={96} height={20} />}</dd>
      <dd className="t-12 t-ink2">{note || ' '}</dd>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { getBilling } from '@troupe/contract/billing/billing';
import type { CallOutput } from '@troupe/contract/call';
import { addOnOf, planOf } from '@troupe/domain/billing/plan';
import type { Usage } from '@troupe/domain/campaigns/usage';
import { Link } from '@troupe/ui/action/link';
import { Figure } from '@troupe/ui/content/figure';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { dayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { priceText } from '../../../modules/billing/subscription/account-labels.ts';
import { billingOptions } from '../../../modules/billing/subscription/account-queries.ts';
import { leftText, shortMonth } from '../../../modules/campaigns/usage/usage-labels.ts';
import { usageOptions } from '../../../modules/campaigns/usage/usage-queries.ts';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../../-screens/messages/messages.gen.ts';
import './account.css';

const CollaborationsDialog = lazy(() => import('../../../modules/campaigns/usage/collaborations-dialog.tsx'));

type Held = CallOutput<typeof getBilling>['subscriptions'][number];

/** What the brand has at a glance: plan, next payment, credits, collaborations, affiliate integration. */
export function PlanSummary() {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const billing = useQuery(billingOptions(brandId));
  const usage = useQuery(usageOptions(brandId));
  const planId = brand?.activeSubscriptions[0]?.planId;
  const planned = brand?.activeSubscriptions.length !== 0;
  const held = (kind: Held['kind']) => billing.data?.subscriptions.find((one) => one.kind === kind);
  const plan = held('plan');
  const affiliate = held('affiliate');
  const uncounted = usage.isError && !usage.data;
  return (
    <dl className="account-summary" id="plan" data-planned={planned}>
      <Cell
        label={t('summary.plan')}
        value={brand && (planId ? (planOf(planId)?.name ?? planId) : t('summary.noPlan'))}
        note={
          plan
            ? t('summary.planNote', { period: plan.period, price: priceText(plan.price, plan.currency) })
            : brand && !planId && <ToPricing>{shared('plans.see')}</ToPricing>
        }
      />
      {planned && <Renewal plan={plan} known={billing.data !== undefined} failed={billing.isError} />}
      <Cell
        label={t('summary.credits')}
        value={uncounted ? 'N/A' : usage.data && <CreditFigure usage={usage.data} />}
        note={uncounted ? t('summary.usageFailed') : usage.data && creditNote(usage.data)}
      />
      {planned && (
        <Cell
          label={t('summary.collaborationsIn', {
            month: shortMonth(usage.data?.collaborations.months.at(-1)?.month ?? thisMonth()),
          })}
          value={
            uncounted ? 'N/A' : usage.data && <CollaborationFigure usage={usage.data} planned={planned} />
          }
          note={uncounted ? t('summary.usageFailed') : usage.data && collaborationNote(usage.data, planned)}
        />
      )}
      {(brand?.affiliateSubscription || addOnOf('affiliate')?.available) && (
        <Cell
          label={t('summary.affiliate')}
          value={brand && (brand.affiliateSubscription ? t('summary.active') : t('summary.notActive'))}
          note={
            affiliate
              ? t('summary.plusCommissions', { price: priceText(affiliate.price, affiliate.currency) })
              : brand && !brand.affiliateSubscription && <ToPricing>{t('summary.seePrices')}</ToPricing>
          }
        />
      )}
    </dl>
  );
}

const thisMonth = () => new Date().toISOString().slice(0, 7);

const creditNote = ({ credits: { reserved, monthly } }: Usage) =>
  t('summary.creditNote', {
    reserved: exactNumber(reserved),
    monthly: monthly ? exactNumber(monthly) : '',
    hasMonthly: monthly ? 'yes' : 'no',
  });

const collaborationNote = ({ collaborations: { used, limit, resets } }: Usage, planned: boolean) =>
  leftText(used, limit, resets, planned);

function Renewal({ plan, known, failed }: { plan: Held | undefined; known: boolean; failed: boolean }) {
  if (failed && !known)
    return <Cell label={t('summary.renews')} value="N/A" note={t('summary.subscriptionFailed')} />;
  if (!plan) return <Cell label={t('summary.renews')} value={known ? '–' : undefined} note="" />;
  if (plan.ends)
    return <Cell label={t('summary.ends')} value={dayText(plan.ends)} note={t('summary.canceled')} />;
  const note = plan.change ? t('summary.then', { plan: plan.change.name }) : t('summary.cancelNotice');
  return (
    <Cell label={t('summary.renews')} value={plan.termEnds ? dayText(plan.termEnds) : '–'} note={note} />
  );
}

function CreditFigure({ usage: { credits, asOf } }: { usage: Usage }) {
  return (
    <Figure
      label={t('summary.credits')}
      size={20}
      value={exactNumber(credits.balance)}
      formula={t('summary.creditFormula')}
      builtFrom={t('summary.creditSource')}
      readAt={asOf}
      items={{ label: t('summary.creditHistory'), href: '/account/credits' }}
    />
  );
}

function CollaborationFigure({
  usage: { collaborations, asOf },
  planned,
}: {
  usage: Usage;
  planned: boolean;
}) {
  const { used, limit, months } = collaborations;
  const [month, setMonth] = useState<string | null>(null);
  return (
    <>
      <Figure
        label={t('summary.collaborations')}
        size={20}
        value={exactNumber(used)}
        note={
          !planned
            ? t('summary.noPlanNote')
            : limit === null
              ? t('summary.unlimited')
              : t('summary.ofLimit', { limit: exactNumber(limit) })
        }
        formula={t('summary.collaborationFormula')}
        builtFrom={t('summary.collaborationSource')}
        readAt={asOf}
        items={{
          label: t('summary.howCounted'),
          onClick: () => setMonth(months.at(-1)?.month ?? thisMonth()),
        }}
      />
      {limit !== null && (
        <span className="t-16 t-ink2"> {t('summary.ofLimit', { limit: exactNumber(limit) })}</span>
      )}
      {month !== null && (
        <Suspense>
          <CollaborationsDialog
            month={month}
            months={months.map((one) => one.month)}
            onMonth={setMonth}
            onClose={() => setMonth(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const ToPricing = ({ children }: { children: string }) => (
  <Link href="/pricing" className="t-link">
    {children}
  </Link>
);

function Cell({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <div>
      <dt className="t-12 t-ink3">{label}</dt>
      <dd className="t-20 t-num">{value ?? <Skeleton width={96} height={20} />}</dd>
      <dd className="t-12 t-ink2">{note || ' '}</dd>
    </div>
  );
}

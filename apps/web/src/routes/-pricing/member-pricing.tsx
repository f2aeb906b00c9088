import { useQuery } from '@tanstack/react-query';
import type { AddOn, Period, Plan, PlanId } from '@troupe/domain/billing/plan';
import { addOnOf, SETUP_FEE } from '@troupe/domain/billing/plan';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { prepareDialog } from '../../modules/billing/checkout/chargebee.ts';
import type { Purchase } from '../../modules/billing/checkout/purchase.ts';
import { useCheckout } from '../../modules/billing/checkout/use-checkout.ts';
import { billingOptions, useBillingWrites } from '../../modules/billing/subscription/account-queries.ts';
import { type AddressedOffer, paymentRefusal } from '../../modules/site/pricing/offer-address.ts';
import { PricingPage } from '../../modules/site/pricing/pricing-page.tsx';
import { brandOptions } from '../../shared/brand/current-brand.ts';
import { t } from '../-screens/messages/messages.gen.ts';

const AgreementDialog = lazy(() => import('../../modules/site/pricing/agreement-dialog.tsx'));
const PlanChangeDialog = lazy(
  () => import('../../modules/billing/subscription/account-plan-change-dialog.tsx'),
);

interface MemberPricingProps {
  brandId: string;
  period: Period;
  onPeriod: (period: Period) => void;
  chosen: PlanId | null;
  /** The add-on whose payment the address opens. */
  opens: Extract<AddressedOffer, { kind: 'addon' }> | null;
  /** Called when that payment is closed, so the URL can drop it. */
  onOpened: () => void;
}

const addOnPurchase = (id: AddOn['id']): Purchase =>
  id === 'affiliate' ? { kind: 'affiliate' } : { kind: 'addon', addon: id };

/** The pricing page for members of a brand: what it holds is marked, the rest can be bought by its owners. */
export function MemberPricing(props: MemberPricingProps) {
  const { brandId, period, onPeriod, chosen, opens, onOpened } = props;
  const brand = useQuery(brandOptions(brandId));
  const billing = useQuery(billingOptions(brandId));
  const checkout = useCheckout(brandId);
  const { change } = useBillingWrites();
  const [agreeing, setAgreeing] = useState<Plan | null>(null);
  const [changing, setChanging] = useState<Plan | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  const opened = useRef(false);

  const held = new Map<string, Period>();
  for (const one of brand.data?.activeSubscriptions ?? []) held.set(one.planId, one.period);
  if (brand.data?.affiliateSubscription) held.set('affiliate', 'monthly');
  for (const one of billing.data?.subscriptions ?? []) {
    if (one.kind !== 'plan' && one.status === 'active') held.set(one.planId, one.period);
  }
  const hasPlan = (brand.data?.activeSubscriptions.length ?? 0) > 0;
  const heldPlan = billing.data?.subscriptions.find(
    ({ kind, status }) => kind === 'plan' && status === 'active',
  );
  const refusal = brand.data?.abilities.manageBilling.reason ?? undefined;
  const { busy, start, failure } = checkout;

  useEffect(prepareDialog, []);

  const ready = brand.data !== undefined && !billing.isPending;
  const toOpen = ready ? addOnOf(opens?.id) : null;
  const stays =
    toOpen && paymentRefusal(toOpen, { active: held.has(toOpen.id), ownersOnly: refusal ?? null });
  const payable = stays === null ? (toOpen?.id ?? null) : null;
  useEffect(() => {
    if (payable === null || opened.current) return;
    opened.current = true;
    void start(addOnPurchase(payable), '/pricing').then((end) => {
      if (end === 'closed') onOpened();
    });
  }, [payable, start, onOpened]);

  const planAction = (plan: Plan, main: boolean) => {
    const present = held.get(plan.id) === period;
    const words = !hasPlan
      ? t('pricing.choose', { plan: plan.name })
      : present
        ? t('pricing.yours')
        : held.has(plan.id)
          ? t('pricing.changePeriod', { period })
          : t('pricing.changePlan', { plan: plan.name });
    return (
      <Button
        kind={main && !present ? 'main' : 'second'}
        size="form"
        full
        busy={busy?.kind === 'subscription' && busy.planId === `${plan.id}-${period}`}
        disabled={!brand.data || (hasPlan && !heldPlan)}
        disabledReason={present ? t('pricing.held') : refusal}
        onClick={() => (hasPlan ? setChanging(plan) : setAgreeing(plan))}
      >
        {words}
      </Button>
    );
  };

  const addOnAction = (addOn: AddOn) => {
    if (refusal) return <span className="t-12 t-ink3">{t('pricing.forOwners')}</span>;
    const purchase = addOnPurchase(addOn.id);
    const under = busy?.kind === purchase.kind && (busy.kind !== 'addon' || busy.addon === addOn.id);
    return (
      <button
        type="button"
        className="add-on-link"
        aria-label={t('pricing.addNamed', { name: addOn.name })}
        aria-busy={under || undefined}
        disabled={!ready}
        onClick={() => void start(purchase)}
      >
        {under ? t('pricing.opening') : t('pricing.add')}
      </button>
    );
  };

  useEffect(() => {
    if (failure) notice.current?.scrollIntoView({ block: 'center' });
  }, [failure]);

  return (
    <>
      <PricingPage
        period={period}
        onPeriod={onPeriod}
        chosen={chosen}
        held={new Set(held.keys())}
        planAction={planAction}
        addOnAction={addOnAction}
        notice={
          failure ? (
            <div ref={notice}>
              <ErrorState title={failure.text} text={failure.reason} />
            </div>
          ) : (
            stays && (
              <div className="pricing-note" role="status">
                <p className="t-name">{stays.title}</p>
                <p className="t-ink2">{stays.text}</p>
              </div>
            )
          )
        }
      />
      <Suspense>
        {agreeing && (
          <AgreementDialog
            plan={agreeing}
            period={period}
            setupFee={billing.data?.setupFee ?? SETUP_FEE}
            onContinue={() => {
              // The payment comes over the page: two dialogs would fight for the focus.
              setAgreeing(null);
              void start({ kind: 'subscription', planId: `${agreeing.id}-${period}` });
            }}
            onClose={() => setAgreeing(null)}
          />
        )}
        {changing && heldPlan && (
          <PlanChangeDialog
            held={heldPlan}
            change={change}
            chosen={{ planId: changing.id, period }}
            onClose={() => setChanging(null)}
          />
        )}
      </Suspense>
    </>
  );
}

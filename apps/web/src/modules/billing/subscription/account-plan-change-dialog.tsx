import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { previewPlanChange } from '@troupe/contract/billing/billing';
import type { CallOutput } from '@troupe/contract/call';
import { CallError } from '@troupe/contract/client';
import {
  nameOf,
  type Period,
  PLANS,
  type PlanChoice,
  type PlanId,
  planOf,
} from '@troupe/domain/billing/plan';
import type { HeldSubscription } from '@troupe/domain/billing/subscription';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Radio } from '@troupe/ui/field/choice';
import { Segmented } from '@troupe/ui/field/segmented';
import { dayText } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { Agreement } from '../../../shared/agreement.tsx';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { keepReceipt } from '../../../shared/payment-receipt.ts';
import { t } from '../messages/messages.gen.ts';
import { type BillingWrites, planChangeOptions, useBillingWrites } from './account-queries.ts';
import './account-subscription.css';
import { priceText } from './account-labels.ts';

interface PlanChangeDialogProps {
  held: HeldSubscription;
  change: BillingWrites['change'];
  /** What was chosen before it opens; the present plan where left out. */
  chosen?: { planId: PlanId; period: Period };
  onClose: () => void;
}

type Preview = CallOutput<typeof previewPlanChange>;

const periods: readonly Period[] = ['monthly', 'yearly'];

/** Chooses another plan: shows what it costs, when it counts, and the agreement to accept before it is done. */
export default function PlanChangeDialog({ held, change, chosen, onClose }: PlanChangeDialogProps) {
  const [planId, setPlanId] = useState<string>(chosen?.planId ?? held.planId);
  const [period, setPeriod] = useState(chosen?.period ?? held.period);
  const [acceptedChoice, setAcceptedChoice] = useState<string | null>(null);
  const same = planId === held.planId && period === held.period;
  const choice = `${planId}-${period}` as PlanChoice;
  const brandId = useBrandId();
  const userId = useMe()?.id;
  const navigate = useNavigate();
  const { openPortal } = useBillingWrites();
  const preview = useQuery({ ...planChangeOptions(brandId, choice), enabled: !same });
  const plan = planOf(planId);
  // Each plan has its own terms, so the acceptance applies to this plan only.
  const accepted = acceptedChoice === choice;
  // What is shown stays usable while it is read again: the server refuses a price that has changed.
  const shown = !same && preview.data !== undefined && !preview.error;
  const ready = shown && accepted;
  const submit = () => {
    if (!ready || !preview.data || change.isPending) return;
    const input = { planId: choice, shown: preview.data };
    change.mutate(input, {
      onSuccess: (done) => {
        const { invoice } = done;
        const name = nameOf(done.planId);
        onClose();
        if (done.kind === 'downgrade')
          notify.success(t('plan.change.later', { plan: name, day: dayText(done.at) }));
        else if (!invoice || !userId) notify.success(t('plan.change.done', { plan: name }));
        else {
          const { id: invoiceId, paid: amount, currency } = invoice;
          keepReceipt(brandId, { userId, items: [name], kind: 'plan', invoiceId, amount, currency });
          if (location.pathname !== '/account') void navigate({ to: '/account', hash: 'email-settings' });
        }
      },
    });
  };
  return (
    <Dialog
      open
      title={t('plan.change.title')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('plan.change.keep', { plan: held.name })}</Button>
          <Button
            kind="main"
            type="submit"
            disabled={!shown}
            disabledReason={shown && !accepted ? t('plan.change.accept') : undefined}
            busy={change.isPending}
          >
            {preview.data?.kind === 'downgrade' ? t('plan.change.atEnd') : t('plan.change.now')}
          </Button>
        </>
      }
    >
      <div className="plan-change">
        <Segmented
          label={t('plan.period')}
          value={period}
          options={periods.map((value) => ({
            value,
            label: value === 'monthly' ? t('period.monthly') : t('period.yearlyLess'),
          }))}
          onChange={setPeriod}
        />
        <fieldset className="plan-change-plans">
          <legend className="t-hidden">{t('plan')}</legend>
          {PLANS.map((plan) => (
            <Radio
              key={plan.id}
              name="plan"
              label={plan.name}
              help={planHelp(
                plan.from,
                priceText(plan.price[period], held.currency),
                plan.id === held.planId && period === held.period,
              )}
              checked={planId === plan.id}
              onChange={() => setPlanId(plan.id satisfies PlanId)}
            />
          ))}
        </fieldset>
        <div className="plan-change-cost" role="status">
          {same ? (
            <p className="t-ink2">{t('plan.change.choose')}</p>
          ) : preview.error?.status === 409 ? (
            <p>{errorText(preview.error)}</p>
          ) : preview.error ? (
            <ErrorState
              title={t('plan.change.noPrice')}
              text={errorText(preview.error)}
              busy={preview.isFetching}
              onRetry={() => void preview.refetch()}
            />
          ) : preview.data ? (
            <Cost preview={preview.data} />
          ) : (
            <Loading label={t('plan.change.loadingPrice')}>
              <SkeletonText lines={3} />
            </Loading>
          )}
        </div>
        {shown && plan && (
          <section className="plan-change-agreement" aria-label={t('plan.agreement')}>
            <h3 className="t-14 t-name">{t('plan.agreement')}</h3>
            <Agreement
              plan={plan}
              period={period}
              setupFee={0}
              accepted={accepted}
              onAccept={(yes) => setAcceptedChoice(yes ? choice : null)}
            />
          </section>
        )}
        {change.error && (
          <ErrorState
            title={t('plan.change.failed')}
            text={errorText(change.error)}
            actions={
              change.error instanceof CallError &&
              change.error.code === 'payment_failed' && (
                <Button busy={openPortal.isPending} onClick={() => openPortal.mutate()}>
                  {t('billing.open')}
                </Button>
              )
            }
          />
        )}
      </div>
    </Dialog>
  );
}

function planHelp(isStartingPrice: boolean | undefined, price: string, isCurrent: boolean): string {
  const shown = isStartingPrice ? t('plan.change.from', { price }) : price;
  return isCurrent ? t('plan.change.current', { price: shown }) : shown;
}

function Cost({ preview }: { preview: Preview }) {
  const { kind, at, dueNow, credit, price, currency } = preview;
  if (kind === 'downgrade')
    return <p>{t('plan.change.downgrade', { day: dayText(at), price: priceText(price, currency) })}</p>;
  return (
    <dl>
      {credit > 0 && (
        <>
          <dt className="t-ink2">{t('plan.change.credit')}</dt>
          <dd>−{columnMoney(credit, currency)}</dd>
        </>
      )}
      <dt className="t-medium">{t('plan.change.dueNow')}</dt>
      <dd className="t-medium">{columnMoney(dueNow, currency)}</dd>
      <dt className="t-ink2">{t('plan.change.after')}</dt>
      <dd>{priceText(price, currency)}</dd>
    </dl>
  );
}

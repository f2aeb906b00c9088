import { useQuery } from '@tanstack/react-query';
import type { previewPlanChange } from '@troupe/contract/billing';
import type { CallOutput } from '@troupe/contract/call';
import { nameOf, type Period, PLANS, type PlanChoice, type PlanId } from '@troupe/domain/plan';
import type { HeldSubscription } from '@troupe/domain/subscription';
import { Button } from '@troupe/ui/button';
import { Radio } from '@troupe/ui/choice';
import { Dialog } from '@troupe/ui/dialog';
import { ErrorState } from '@troupe/ui/error-state';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import { notify } from '@troupe/ui/notify';
import { Segmented } from '@troupe/ui/segmented';
import { Loading, SkeletonText } from '@troupe/ui/skeleton';
import { useState } from 'react';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { type BillingWrites, planChangeOptions } from './account-queries.ts';
import './account-subscription.css';
import { priceText } from './account-words.ts';

interface PlanChangeDialogProps {
  held: HeldSubscription;
  change: BillingWrites['change'];
  /** What was chosen before it opens; the present plan where left out. */
  chosen?: { planId: PlanId; period: Period };
  onClose: () => void;
}

type Preview = CallOutput<typeof previewPlanChange>;

const periods: readonly Period[] = ['monthly', 'yearly'];

/** Chooses another plan; what it costs and when it counts is said before it is done. */
export default function PlanChangeDialog({ held, change, chosen, onClose }: PlanChangeDialogProps) {
  const [planId, setPlanId] = useState<string>(chosen?.planId ?? held.planId);
  const [period, setPeriod] = useState(chosen?.period ?? held.period);
  const same = planId === held.planId && period === held.period;
  const choice = `${planId}-${period}` as PlanChoice;
  const preview = useQuery({ ...planChangeOptions(useBrandId(), choice), enabled: !same });
  const ready = !same && preview.data !== undefined && !preview.isFetching;
  const submit = () => {
    if (!ready || !preview.data || change.isPending) return;
    const wish = { planId: choice, shown: preview.data };
    change.mutate(wish, {
      onSuccess: (done) => {
        const name = nameOf(done.planId);
        notify.success(
          done.kind === 'upgrade'
            ? `${name} is your plan now.`
            : `${name} is your plan from ${dayText(done.at)}.`,
        );
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      title="Change plan"
      width={560}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Keep {held.name}</Button>
          <Button kind="main" type="submit" disabled={!ready} busy={change.isPending}>
            {preview.data?.kind === 'downgrade' ? 'Change at the end of the term' : 'Change now'}
          </Button>
        </>
      }
    >
      <div className="plan-change">
        <Segmented
          label="How it is paid"
          value={period}
          options={periods.map((value) => ({
            value,
            label: value === 'monthly' ? 'Monthly' : 'Yearly, 15% less',
          }))}
          onChange={setPeriod}
        />
        <fieldset className="plan-change-plans">
          <legend className="t-hidden">Plan</legend>
          {PLANS.map((plan) => (
            <Radio
              key={plan.id}
              name="plan"
              label={plan.name}
              help={`${plan.from ? 'From ' : ''}${priceText(plan.price[period], held.currency)}${
                plan.id === held.planId && period === held.period ? ', your present plan' : ''
              }`}
              checked={planId === plan.id}
              onChange={() => setPlanId(plan.id satisfies PlanId)}
            />
          ))}
        </fieldset>
        <div className="plan-change-cost" role="status">
          {same ? (
            <p className="t-ink2">Choose another plan to see what it costs and when it counts.</p>
          ) : preview.error?.status === 409 ? (
            <p>{errorText(preview.error)}</p>
          ) : preview.error ? (
            <ErrorState
              title="The price could not be read."
              text={errorText(preview.error)}
              busy={preview.isFetching}
              onRetry={() => void preview.refetch()}
            />
          ) : preview.data && !preview.isFetching ? (
            <Cost preview={preview.data} />
          ) : (
            <Loading label="Reading the price">
              <SkeletonText lines={3} />
            </Loading>
          )}
        </div>
        {change.error && <ErrorState title="The plan was not changed." text={errorText(change.error)} />}
      </div>
    </Dialog>
  );
}

function Cost({ preview }: { preview: Preview }) {
  const { kind, at, dueNow, credit, price, currency } = preview;
  if (kind === 'downgrade')
    return (
      <p>
        Your present plan runs until {dayText(at)}. From then on it is {priceText(price, currency)}; nothing
        is paid now.
      </p>
    );
  return (
    <dl>
      {credit > 0 && (
        <>
          <dt className="t-ink2">Left of your present plan</dt>
          <dd>−{money(credit, currency)}</dd>
        </>
      )}
      <dt className="t-medium">Paid now</dt>
      <dd className="t-medium">{money(dueNow, currency)}</dd>
      <dt className="t-ink2">From then on</dt>
      <dd>{priceText(price, currency)}</dd>
    </dl>
  );
}

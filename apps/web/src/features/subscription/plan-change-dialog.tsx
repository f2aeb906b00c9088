import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changePlan } from '@troupe/contract/billing';
import { nameOf, type PlanChoice } from '@troupe/domain/plan';
import { Button } from '@troupe/ui/button';
import { Dialog } from '@troupe/ui/dialog';
import { ErrorState } from '@troupe/ui/error-state';
import { dayText } from '@troupe/ui/lib/date';
import { notify } from '@troupe/ui/notify';
import { Loading, SkeletonRows } from '@troupe/ui/skeleton';
import { useRef } from 'react';
import { client } from '../../shared/client.ts';
import { errorText } from '../../shared/error-text.ts';
import { planChangeOptions } from './billing-queries.ts';
import './plan-change.css';

interface PlanChangeDialogProps {
  brandId: string;
  planId: PlanChoice;
  onClose: () => void;
}

const money = (cents: number, currency: string) =>
  (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  });

/** Says what another plan costs and from when, then changes to it. */
export default function PlanChangeDialog({ brandId, planId, onClose }: PlanChangeDialogProps) {
  const queryClient = useQueryClient();
  const preview = useQuery(planChangeOptions(brandId, planId));
  const key = useRef(crypto.randomUUID());
  const change = useMutation({
    mutationFn: () =>
      client.call(changePlan, { params: { brandId }, body: { planId } }, { idempotencyKey: key.current }),
    onSuccess: (made) => {
      for (const noun of ['brand', 'billing', 'credit', 'welcome']) {
        void queryClient.invalidateQueries({ queryKey: [noun] });
      }
      const name = nameOf(made.planId);
      notify.success(
        made.kind === 'upgrade'
          ? `Your plan is ${name} now.`
          : `Your plan changes to ${name} on ${dayText(made.at)}.`,
      );
      onClose();
    },
    onError: () => {
      // Whoever tries again means it anew.
      key.current = crypto.randomUUID();
    },
  });
  const { data } = preview;
  const name = data && `${nameOf(data.planId)}, ${data.period}`;
  return (
    <Dialog
      open
      title="Change plan"
      onClose={onClose}
      onSubmit={() => data && !change.isPending && change.mutate()}
      foot={data && (data.dueNow > 0 ? `${money(data.dueNow, data.currency)} now` : 'Nothing to pay now')}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={change.isPending} disabled={!data}>
            {data?.kind === 'downgrade' ? 'Change at the end of the term' : 'Change now'}
          </Button>
        </>
      }
    >
      {preview.error && (
        <ErrorState
          title="The change cannot be made."
          text={errorText(preview.error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isPending && (
        <Loading label="Working out what it costs">
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {data && (
        <dl className="plan-change">
          <div>
            <dt>New plan</dt>
            <dd>{name}</dd>
          </div>
          <div>
            <dt>Counts from</dt>
            <dd>{data.kind === 'upgrade' ? 'Now' : dayText(data.at)}</dd>
          </div>
          {data.credit > 0 && (
            <div>
              <dt>Left of your present plan</dt>
              <dd className="t-num">-{money(data.credit, data.currency)}</dd>
            </div>
          )}
          <div>
            <dt>To pay now</dt>
            <dd className="t-num">{money(data.dueNow, data.currency)}</dd>
          </div>
          <div>
            <dt>Each month from then on</dt>
            <dd className="t-num">{money(data.price, data.currency)}</dd>
          </div>
        </dl>
      )}
      {change.error && <ErrorState title="The plan was not changed." text={errorText(change.error)} />}
    </Dialog>
  );
}

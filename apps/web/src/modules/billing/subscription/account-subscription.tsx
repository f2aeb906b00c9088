import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { money } from '@troupe/ui/lib/format';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { AccountInvoices } from './account-invoices.tsx';
import { billingOptions, useBillingWrites } from './account-queries.ts';
import { AccountSubscriptions } from './account-subscriptions.tsx';
import './account-subscription.css';

/** What the brand is subscribed to, what comes next, and its invoices. */
export default function AccountSubscription() {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const query = useQuery(billingOptions(brandId));
  const { data } = query;
  const writes = useBillingWrites();
  const mayManage = brand?.abilities.manageBilling.allowed === true;
  return (
    <Section id="subscription" title="Subscription" subtitle="Plans can be canceled with 30 days’ notice">
      <LoadState what="the subscription" query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data && data.due > 0 && (
        <p className="subscription-due" role="status">
          A payment failed: {money(data.due, data.currency)} is due. Settle it in Billing to continue.
        </p>
      )}
      {data?.subscriptions.length === 0 && (
        <EmptyState
          title="No plan yet"
          text="A plan lets you publish campaigns, invite creators and buy reports."
          drawing="none"
          actions={
            <Button kind="main" href="/pricing">
              See plans
            </Button>
          }
        />
      )}
      {data && data.subscriptions.length > 0 && (
        <AccountSubscriptions subscriptions={data.subscriptions} writes={writes} mayManage={mayManage} />
      )}
      {data && brand && !mayManage && <p className="t-12 t-ink2">Only owners can change or cancel plans.</p>}
      <AccountInvoices writes={writes} mayManage={mayManage} />
    </Section>
  );
}

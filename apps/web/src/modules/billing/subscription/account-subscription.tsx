import { useQuery } from '@tanstack/react-query';
import { money } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
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
    <Section id="subscription" title={t('subscription')} subtitle={t('subscription.text')}>
      <LoadState what={t('subscription.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data && data.due > 0 && (
        <p className="subscription-due" role="status">
          {t('subscription.due', { amount: money(data.due, data.currency) })}
        </p>
      )}
      {data?.subscriptions.length === 0 && (
        <EmptyState
          title={t('subscription.none')}
          text={t('subscription.noneText')}
          drawing="none"
          actions={
            <Button kind="main" href="/pricing">
              {t('plans.see')}
            </Button>
          }
        />
      )}
      {data && data.subscriptions.length > 0 && (
        <AccountSubscriptions subscriptions={data.subscriptions} writes={writes} mayManage={mayManage} />
      )}
      {data && brand && !mayManage && <p className="t-12 t-ink2">{t('subscription.ownersOnly')}</p>}
      <AccountInvoices writes={writes} mayManage={mayManage} />
    </Section>
  );
}

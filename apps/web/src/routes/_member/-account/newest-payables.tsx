import { useQuery } from '@tanstack/react-query';
import { PayableState } from '@troupe/domain/campaigns/payable';
import { columnMoney } from '@troupe/domain/money';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { payablesOptions } from '../../../modules/campaigns/payable/payable-queries.ts';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../../-screens/messages/messages.gen.ts';

/** Totals owed to creators; a separate screen shows the payments. */
export default function NewestPayables() {
  const { data, error, isFetching, refetch } = useQuery(payablesOptions(useBrandId(), { page: 1 }));
  return (
    <Section
      id="payments"
      title={t('account.section.payments')}
      subtitle={t('payables.subtitle')}
      actions={
        <Link href="/account/payments" className="t-link t-medium">
          {t('payables.seeAll')}
        </Link>
      }
    >
      {error && !data && (
        <ErrorState
          title={t('payables.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Loading label={t('payables.loading')}>
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {data?.sums.length === 0 && <p className="t-ink2">{t('payables.none')}</p>}
      {data && data.sums.length > 0 && (
        <ul className="t-stack">
          {PayableState.options.flatMap((state) =>
            data.sums
              .filter((sum) => sum.state === state)
              .map(({ currency, brandPays, count }) => (
                <li key={`${state} ${currency}`} className="t-row t-wrap">
                  <Link href={`/account/payments?state=${state}`} className="t-link">
                    {t(`payables.state.${state}`)}
                  </Link>
                  <span className="t-medium">{columnMoney(brandPays, currency)}</span>
                  <span className="t-ink2">{t('payables.in', { count })}</span>
                </li>
              )),
          )}
        </ul>
      )}
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getAffiliateAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import { getAffiliateProgram } from '@troupe/contract/affiliate/affiliate-program';
import { MOST_ANALYTICS_DAYS } from '@troupe/domain/affiliate/affiliate-analytics';
import { Button } from '@troupe/ui/action/button';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { addDays, today } from '@troupe/ui/lib/calendar';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { SalesByCreator, SalesFigures } from './sales-figures.tsx';
import './sales.css';

/** What the links and codes of a campaign's creators sold; nothing for brands without a program. */
export default function CampaignSales({ campaignId }: { campaignId: string }) {
  const brandId = useBrandId();
  const program = useQuery(callOptions(getAffiliateProgram, { params: { brandId } })).data?.program;
  const last = today(new Date(), program?.rules.zone);
  const query = useQuery({
    ...callOptions(getAffiliateAnalytics, {
      params: { brandId },
      query: {
        campaignId,
        from: addDays(last, 1 - MOST_ANALYTICS_DAYS),
        to: last,
        groupBy: 'month',
      },
    }),
    enabled: program !== undefined && program.version > 0,
  });
  if (!program || program.version === 0) return null;
  const { data } = query;
  const creators = data?.analytics.creators ?? [];
  const empty = data?.analytics.current.orders === 0 && creators.length === 0;
  return (
    <Section
      id="sales"
      title={t('sales.title')}
      subtitle={t('sales.campaignText')}
      actions={
        !empty && (
          <Button size="row" href={`/affiliate/orders?campaign=${campaignId}`}>
            {t('sales.seeOrders')}
          </Button>
        )
      }
    >
      <LoadState what={t('sales.what')} query={query}>
        <Skeleton height={56} />
      </LoadState>
      {data && empty && (
        <div className="t-row t-wrap">
          <span className="t-grow t-ink2">{t('sales.none')}</span>
          <Button href="/affiliate/creators?open=new">{t('sales.invite')}</Button>
        </div>
      )}
      {data && !empty && (
        <>
          <SalesFigures totals={data.analytics.current} />
          <SalesByCreator creators={creators} />
        </>
      )}
    </Section>
  );
}

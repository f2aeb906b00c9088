import { useQuery } from '@tanstack/react-query';
import { listAffiliates } from '@troupe/contract/affiliate/affiliate';
import { getCreatorAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { addDays, today } from '@troupe/ui/lib/calendar';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';
import { SalesFigures } from './sales-figures.tsx';
import './sales.css';

/** What a creator of the brand's program sold in a year; nothing for creators who aren't in it. */
export default function CreatorSalesPart({ creatorId }: { creatorId: string }) {
  const brandId = useBrandId();
  const found = useQuery(callOptions(listAffiliates, { params: { brandId }, query: { creatorId } }));
  const affiliate = found.data?.affiliates[0];
  const { data } = useQuery({
    ...callOptions(getCreatorAnalytics, {
      params: { brandId, productId: affiliate?.id ?? '' },
      // Without a last day: today in the program's zone.
      query: { from: addDays(today(), -364), groupBy: 'month' },
    }),
    enabled: affiliate !== undefined,
  });
  if (!affiliate) return null;
  return (
    <DrawerSection
      title={t('sales.drawerTitle')}
      aside={<Pill>{t(`creators.state.${affiliate.state}`)}</Pill>}
    >
      {data && <SalesFigures totals={data.analytics.current} />}
      <Link href={`/affiliate/orders?creator=${affiliate.id}`}>{t('sales.seeOrders')}</Link>
    </DrawerSection>
  );
}

import { useQuery } from '@tanstack/react-query';
import { exportAffiliateOrders } from '@troupe/contract/affiliate/attribution';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import type { AffiliateOrder, AttributionRule } from '@troupe/domain/affiliate/attribution';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { DateField } from '@troupe/ui/field/date-field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { callOptions } from '../../shared/call/query.ts';
import { AffiliateWho, affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { CsvButton } from '../../shared/download.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { affiliateOrdersOptions, orderFilterOf } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';
import { OpenClaims } from './open-claims.tsx';
import { EmptyTab, NO_FILTER, TabTools } from './tab-tools.tsx';

const RULES: readonly AttributionRule[] = [
  'code',
  'click',
  'attribute',
  'landing',
  'journey',
  'person',
  'held',
  'none',
  'no-program',
];

/** Orders with a sign of a creator: who is credited, by which rule, and what they earn. */
export default function OrdersTab({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const query = useQuery(affiliateOrdersOptions(brandId, address));
  const { data, isPlaceholderData } = query;
  const { search, state, creator, campaign, from, to } = address;
  const narrowed = Boolean(search || state || creator || campaign || from || to);
  const narrow = (part: Partial<typeof address>) => onChange(Object.assign({ page: undefined }, part));
  return (
    <div className="affiliate-tab">
      <OpenClaims />
      <TabTools
        address={address}
        onChange={onChange}
        searchLabel={t('orders.find')}
        busy={isPlaceholderData}
        states={RULES.map((value) => ({ value, label: t(`rule.${value}`) }))}
        stateLabel={t('column.rule')}
        allStates={t('orders.allRules')}
        byCreator
      >
        <span className="affiliate-day">
          <DateField
            label={t('column.from')}
            hideLabel
            lead={<span className="t-12 t-ink2">{t('column.from')}</span>}
            presets="back"
            value={from ?? ''}
            {...(to ? { max: to } : {})}
            onChange={(day) => narrow({ from: day || undefined })}
          />
        </span>
        <span className="affiliate-day">
          <DateField
            label={t('column.to')}
            hideLabel
            lead={<span className="t-12 t-ink2">{t('column.to')}</span>}
            presets="back"
            value={to ?? ''}
            {...(from ? { min: from } : {})}
            onChange={(day) => narrow({ to: day || undefined })}
          />
        </span>
        {narrowed && (
          <Button kind="quiet" onClick={() => onChange(NO_FILTER)}>
            {t('list.clear')}
          </Button>
        )}
        <CsvButton
          fileName="affiliate-orders.csv"
          download={() =>
            client.download(exportAffiliateOrders, { params: { brandId }, query: orderFilterOf(address) })
          }
        />
      </TabTools>
      {campaign && <CampaignFilter campaignId={campaign} onClear={() => narrow({ campaign: undefined })} />}
      <LoadState what={t('orders.what')} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {data && data.orders.length > 0 && (
        <Table label={t('tab.orders')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.order')}</Th>
              <Th>{t('column.credited')}</Th>
              <Th data-wide="1">{t('column.rule')}</Th>
              <Th numeric data-wide="1">
                {t('column.net')}
              </Th>
              <Th numeric>{t('column.rate')}</Th>
              <Th data-wide="2">{t('column.placed')}</Th>
            </tr>
          </thead>
          <tbody>
            {data.orders.map((order) => (
              <Row
                key={order.id}
                order={order}
                open={address.open === order.id}
                onOpen={() => onChange({ open: order.id })}
              />
            ))}
          </tbody>
        </Table>
      )}
      {data?.orders.length === 0 && (
        <EmptyTab
          address={address}
          onChange={onChange}
          emptyTitle={t('orders.none')}
          emptyText={t('orders.noneText')}
          noMatchTitle={t('orders.noMatch')}
        />
      )}
      <PageNav label={t('list.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
    </div>
  );
}

/** The campaign whose orders are listed. */
function CampaignFilter({ campaignId, onClear }: { campaignId: string; onClear: () => void }) {
  const { data } = useQuery(callOptions(listCampaigns, { params: { brandId: useBrandId() }, query: {} }));
  const title = data?.campaigns.find(({ id }) => id === campaignId)?.title ?? t('settings.otherCampaign');
  return (
    <div className="t-row t-wrap">
      <span className="t-ink2">{t('orders.ofCampaign', { title })}</span>
      <Button size="row" kind="quiet" onClick={onClear}>
        {t('orders.allCampaigns')}
      </Button>
    </div>
  );
}

function Row({ order, open, onOpen }: { order: AffiliateOrder; open: boolean; onOpen: () => void }) {
  const { name, credits, rule, net, commission, currency, placed, refunded, dispute, status } = order;
  const [first, ...others] = credits;
  return (
    <Tr current={open} onOpen={onOpen} data-muted={credits.length === 0 || undefined}>
      <Td>
        <button type="button" className="orders-name t-name" dir="auto" onClick={onOpen}>
          {name}
        </button>
        {dispute && dispute !== 'won' && (
          <Pill tone={dispute === 'open' ? 'tangerine' : 'red'}>{t(`orders.dispute.${dispute}`)}</Pill>
        )}
        {(status === 'cancelled' || status === 'test') && (
          <Pill tone={status === 'cancelled' ? 'red' : 'neutral'}>{t(`orders.${status}`)}</Pill>
        )}
        {refunded > 0 && status !== 'cancelled' && (
          <span className="t-12 t-ink2">{t('orders.returned')}</span>
        )}
      </Td>
      <Td>
        {first ? (
          <AffiliateWho creator={first.creator} />
        ) : (
          <span className="t-ink2">{t('orders.nobody')}</span>
        )}
        {others.length > 0 && (
          <span
            className="t-12 t-ink2"
            title={others.map(({ creator }) => affiliateName(creator)).join(', ')}
          >
            {t('orders.others', { count: others.length })}
          </span>
        )}
      </Td>
      <Td data-wide="1">
        <Pill tone={rule === 'held' ? 'tangerine' : credits.length > 0 ? 'iris' : 'neutral'}>
          {t(`rule.${rule}`)}
        </Pill>
      </Td>
      <Td numeric data-wide="1">
        {columnMoney(net, currency)}
      </Td>
      <Td numeric>{columnMoney(commission, currency)}</Td>
      <Td data-wide="2" className="t-ink2">
        <Ago at={placed} />
      </Td>
    </Tr>
  );
}

import type { CreatorSales, SalesTotals } from '@troupe/domain/affiliate/affiliate-analytics';
import { columnMoney } from '@troupe/domain/money';
import { Link } from '@troupe/ui/action/link';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { AffiliateWho } from '../../../shared/creator/affiliate-who.tsx';
import { t } from '../messages/messages.gen.ts';

/** Clicks, orders, net revenue and commission of a period, one line per currency. */
export function SalesFigures({ totals }: { totals: Pick<SalesTotals, 'clicks' | 'orders' | 'amounts'> }) {
  const { clicks, orders, amounts } = totals;
  const money = (of: 'net' | 'commission') =>
    amounts.length === 0 ? '–' : amounts.map((amount) => columnMoney(amount[of], amount.currency)).join(', ');
  return (
    <dl className="sales-figures">
      {(
        [
          ['clicks', exactNumber(clicks)],
          ['orders', exactNumber(orders)],
          ['revenue', money('net')],
          ['commission', money('commission')],
        ] as const
      ).map(([name, value]) => (
        <div key={name} className="sales-figure">
          <dt className="t-12 t-ink3">{t(`figure.${name}`)}</dt>
          <dd className="t-16 t-num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Creators with their clicks, orders, net revenue and commission. */
export function SalesByCreator({ creators }: { creators: readonly CreatorSales[] }) {
  if (creators.length === 0) return null;
  const money = (amounts: CreatorSales['amounts'], of: 'net' | 'commission') =>
    amounts.map((amount) => columnMoney(amount[of], amount.currency)).join(', ') || '–';
  return (
    <Table label={t('dashboard.creators')} className="sales-creators">
      <thead>
        <tr>
          <Th>{t('column.creator')}</Th>
          <Th numeric data-wide>
            {t('figure.clicks')}
          </Th>
          <Th numeric>{t('figure.orders')}</Th>
          <Th numeric>{t('figure.revenue')}</Th>
          <Th numeric data-wide>
            {t('figure.commission')}
          </Th>
        </tr>
      </thead>
      <tbody>
        {creators.map(({ affiliateId, creator, clicks, orders, amounts }) => (
          <Tr key={affiliateId}>
            <Td>
              <Link href={`/affiliate/orders?creator=${affiliateId}`}>
                <AffiliateWho creator={creator} />
              </Link>
            </Td>
            <Td numeric data-wide>
              {exactNumber(clicks)}
            </Td>
            <Td numeric>{exactNumber(orders)}</Td>
            <Td numeric>{money(amounts, 'net')}</Td>
            <Td numeric data-wide>
              {money(amounts, 'commission')}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

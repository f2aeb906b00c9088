import { axisMoney, columnMoney, minorDigits } from '@troupe/domain/money';
import { Chart } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { type ChartItem, roundTop } from '@troupe/ui/chart/chart-items';
import { Figure } from '@troupe/ui/content/figure';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { monthText, shortDayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, percent } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { downloadCsv } from '../../shared/download.tsx';
import { t } from './messages/messages.gen.ts';

/** Sums of a period. Money in minor units, only in `currency`. */
export interface Sums {
  clicks: number;
  orders: number;
  revenue: number;
  commission: number;
}

/** What the dashboard shows of one currency. */
export interface DashboardData {
  currency: string;
  now: Sums;
  /** The period of the same length before; null if it isn't compared. */
  before: Sums | null;
  /** Days, weeks or months, oldest first, each named by its first day. */
  buckets: readonly (Sums & { from: string })[];
  creators: readonly (Sums & { id: string; who: ReactNode; name: string; href: string | undefined })[];
}

const MEASURES = ['revenue', 'orders', 'clicks', 'commission'] as const;
type Measure = (typeof MEASURES)[number];

const DAY = 86_400_000;

/** Whether buckets are months: nothing else is 28 days or longer. */
function areMonths([first, second]: DashboardData['buckets']): boolean {
  return first && second ? Date.parse(second.from) - Date.parse(first.from) >= 28 * DAY : false;
}

/** Net revenue, orders, clicks and commission of a period, over time and by creator. */
export function DashboardFigures({ data, window }: { data: DashboardData; window: string }) {
  const { currency, now, before, buckets, creators } = data;
  const text = (measure: Measure, value: number) =>
    measure === 'revenue' || measure === 'commission' ? columnMoney(value, currency) : exactNumber(value);
  const isMonthly = areMonths(buckets);
  const name = (day: string) => (isMonthly ? monthText : shortDayText)(`${day}T12:00:00Z`, 'UTC');
  const bar = ({ from, revenue }: { from: string; revenue: number }): ChartItem => ({
    id: from,
    label: name(from),
    value: revenue,
    text: columnMoney(revenue, currency),
    exact: `${name(from)}, ${columnMoney(revenue, currency)}`,
  });
  return (
    <>
      <h2 className="t-hidden">{t('dashboard.sales')}</h2>
      <dl className="t-panel affiliate-tiles">
        {MEASURES.map((measure) => (
          <div key={measure} className="affiliate-tile">
            <dt className="t-12 t-ink3">{t(`figure.${measure}`)}</dt>
            <dd className="t-20 t-num">
              <Figure
                label={t(`figure.${measure}`)}
                size={20}
                value={measure === 'clicks' ? compactCount(now.clicks) : text(measure, now[measure])}
                exact={text(measure, now[measure])}
                formula={t(`figure.${measure}Formula`)}
                window={window}
              />
            </dd>
            <dd className="t-12 t-ink2">{before ? changeText(now[measure], before[measure]) : ''}</dd>
          </div>
        ))}
      </dl>
      <ChartFrame
        title={t('dashboard.overTime')}
        subtitle={window}
        columns={[t('column.from'), ...MEASURES.map((one) => t(`figure.${one}`))]}
        rows={buckets.map((one) => [one.from, ...MEASURES.map((measure) => text(measure, one[measure]))])}
        onDownload={(rows) => downloadCsv('affiliate-sales.csv', rows)}
      >
        <Chart
          kind="columns"
          title={t('dashboard.overTime')}
          hideTitle
          height={180}
          axis={{
            // At least two whole units, so that half of them is one.
            top: roundTop(
              Math.max(...buckets.map(({ revenue }) => revenue), 2 * 10 ** minorDigits(currency)),
            ),
            text: (value) => axisMoney(value, currency),
          }}
          labelEvery={Math.max(1, Math.ceil(buckets.length / 8))}
          items={buckets.map(bar)}
        />
      </ChartFrame>
      {creators.length > 0 && (
        <section className="t-panel affiliate-best" aria-label={t('dashboard.creators')}>
          <h2 className="t-16">{t('dashboard.creators')}</h2>
          <Table label={t('dashboard.creators')}>
            <thead>
              <tr>
                <Th>{t('column.creator')}</Th>
                <Th numeric data-wide="1">
                  {t('figure.clicks')}
                </Th>
                <Th numeric>{t('figure.orders')}</Th>
                <Th numeric>{t('figure.revenue')}</Th>
                <Th numeric data-wide="1">
                  {t('figure.commission')}
                </Th>
              </tr>
            </thead>
            <tbody>
              {creators.map((one) => (
                <Tr key={one.id}>
                  <Td>{one.href ? <a href={one.href}>{one.who}</a> : one.who}</Td>
                  <Td numeric data-wide="1">
                    {exactNumber(one.clicks)}
                  </Td>
                  <Td numeric>{exactNumber(one.orders)}</Td>
                  <Td numeric>{columnMoney(one.revenue, currency)}</Td>
                  <Td numeric data-wide="1">
                    {columnMoney(one.commission, currency)}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </>
  );
}

function changeText(now: number, before: number): string {
  if (before <= 0) return t('figure.noneBefore');
  const change = now / before - 1;
  if (Math.abs(change) < 0.005) return t('figure.same');
  const share = percent(Math.abs(change));
  return change > 0 ? t('figure.more', { share }) : t('figure.less', { share });
}

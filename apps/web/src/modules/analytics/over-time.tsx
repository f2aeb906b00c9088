import { saveBlob } from '@troupe/browser/save-blob';
import type { Analytics, AnalyticsPoint } from '@troupe/domain/analytics/analytics';
import { axisMoney, columnMoney } from '@troupe/domain/money';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { TrendChart, type TrendSeries } from '@troupe/ui/chart/trend-chart';
import { Segmented } from '@troupe/ui/field/segmented';
import { exactNumber } from '@troupe/ui/lib/format';
import { downloadCsv } from '../../shared/download.tsx';
import type { AnalyticsAddress, TabProps } from './analytics-address.ts';
import { dayName, periodText, pointName } from './analytics-labels.ts';
import { t } from './messages/messages.gen.ts';

const MEASURES = ['revenue', 'spend', 'orders', 'clicks', 'views', 'engagements'] as const;
type Measure = (typeof MEASURES)[number];
const STEPS = ['day', 'week', 'month'] as const;

/** The value of a point; amounts are those of one currency. */
function pointValue(point: AnalyticsPoint, measure: Measure, currency: string): number | null {
  const amount = point.amounts.find((one) => one.currency === currency);
  if (measure === 'revenue') return amount?.net ?? 0;
  if (measure === 'spend') return amount?.spend ?? 0;
  return point[measure];
}

const measureOf = ({ measure }: AnalyticsAddress): Measure =>
  MEASURES.find((one) => one === measure) ?? 'revenue';

/** One measure of the period, beside the compared one. */
export function OverTime({ analytics, address, onChange }: TabProps & { analytics: Analytics }) {
  const { every, series, previousSeries, currency, currencies, current, previous } = analytics;
  const measure = measureOf(address);
  const unit = currency ?? currencies[0] ?? 'USD';
  const isMoney = measure === 'revenue' || measure === 'spend';
  const text = (value: number) => (isMoney ? columnMoney(Math.round(value), unit) : exactNumber(value));
  const cell = (value: number | null | undefined) =>
    value === null || value === undefined ? t('unknown') : text(value);
  const lines: TrendSeries[] = [{ id: 'now', label: periodText(current), colour: 1 }];
  if (previous) lines.push({ id: 'before', label: periodText(previous), colour: 'other', dashed: true });
  const points = series.map((point, place) => {
    const before = previousSeries[place];
    return {
      key: point.start,
      label: pointName(point.start, every),
      title: before
        ? t('chart.pair', { now: dayName(point.start), before: dayName(before.start) })
        : dayName(point.start),
      values: {
        now: pointValue(point, measure, unit),
        before: before ? pointValue(before, measure, unit) : null,
      },
    };
  });
  const title = t('chart.title', { measure: t(`measure.${measure}`) });
  const file = `analytics-${measure}-${current.from}-${current.to}`;
  return (
    <div className="analytics-over-time">
      <h2 className="t-hidden">{t('chart.heading')}</h2>
      <div className="analytics-chart-tools">
        <Segmented
          label={t('chart.measure')}
          value={measure}
          onChange={(value) => onChange({ measure: value === 'revenue' ? undefined : value })}
          options={MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
        />
        <Segmented
          label={t('chart.every')}
          value={every}
          onChange={(value) => onChange({ every: value })}
          options={STEPS.map((value) => ({ value, label: t(`every.${value}`) }))}
        />
      </div>
      <ChartFrame
        title={title}
        subtitle={
          isMoney && currencies.length > 1 && currency === null
            ? t('chart.oneCurrency', { currency: unit })
            : undefined
        }
        columns={[t('column.start'), t('column.now'), ...(previous ? [t('column.before')] : [])]}
        rows={points.map(({ key, values }) => [
          key,
          cell(values.now),
          ...(previous ? [cell(values.before)] : []),
        ])}
        onDownload={(rows) => downloadCsv(`${file}.csv`, rows)}
        onPicture={(png) => saveBlob(png, `${file}.png`)}
      >
        <TrendChart
          title={title}
          points={points}
          series={lines}
          text={text}
          {...(isMoney ? { axisText: (value: number) => axisMoney(value, unit) } : {})}
          height={240}
        />
      </ChartFrame>
    </div>
  );
}

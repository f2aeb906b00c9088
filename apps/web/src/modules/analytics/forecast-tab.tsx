import { useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import type { Forecast } from '@troupe/domain/analytics/forecast';
import { FEWEST_FORECAST_WEEKS } from '@troupe/domain/analytics/forecast';
import { axisMoney, columnMoney } from '@troupe/domain/money';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { preloadTrends, TrendChart, type TrendPoint } from '@troupe/ui/chart/trend-chart';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { Section } from '@troupe/ui/layout/section';
import { exactTime, shortDayText } from '@troupe/ui/lib/date';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { downloadCsv } from '../../shared/download.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './analytics-address.ts';
import { dayName, ratioText } from './analytics-labels.ts';
import { forecastOptions } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

const DAYS = ['14', '28', '56'] as const;
type Days = (typeof DAYS)[number];

/** Orders or net revenue of the next weeks, with how often the band held so far. */
export default function ForecastTab({ address, onChange }: TabProps) {
  const measure = address.measure === 'net' ? 'net' : 'orders';
  const currency = address.currency === 'each' ? undefined : address.currency;
  const [days, setDays] = useState<Days>('14');
  const query = useQuery(forecastOptions(useBrandId(), { measure, currency, days: Number(days) }));
  useEffect(preloadTrends, []);
  const forecast = query.data?.forecast;
  return (
    <>
      <div className="analytics-filters">
        <Segmented
          label={t('chart.measure')}
          value={measure}
          onChange={(value) => onChange({ measure: value === 'net' ? 'net' : undefined })}
          options={(['orders', 'net'] as const).map((value) => ({ value, label: t(`forecast.${value}`) }))}
        />
        <Segmented
          label={t('forecast.ahead')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: t('forecast.days', { count: Number(value) }) }))}
        />
        {forecast && measure === 'net' && forecast.currencies.length > 1 && (
          <SelectField
            label={t('filter.currency')}
            hideLabel
            value={forecast.currency ?? ''}
            onChange={(event) => onChange({ currency: event.target.value })}
            options={forecast.currencies.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      <LoadState what={t('forecast.what')} query={query}>
        <Skeleton height={92} />
        <Skeleton height={300} />
      </LoadState>
      {forecast?.why && (
        <EmptyState
          title={t(`forecast.why.${forecast.why}`)}
          text={t('forecast.whyText', { weeks: FEWEST_FORECAST_WEEKS, have: forecast.historyWeeks })}
        />
      )}
      {forecast && !forecast.why && <Outlook forecast={forecast} />}
    </>
  );
}

function pointsOf({ history, days }: Forecast): TrendPoint[] {
  const name = (day: string) => shortDayText(`${day}T12:00:00Z`, 'UTC');
  return [
    ...history.map(({ day, value }, place) => ({
      key: day,
      label: name(day),
      title: dayName(day),
      // The forecast's line starts where the past ends.
      values: { past: value, ahead: place === history.length - 1 ? value : null },
    })),
    ...days.map(({ day, value, low80, high80 }) => ({
      key: day,
      label: name(day),
      title: dayName(day),
      values: { past: null, ahead: value },
      low: low80,
      high: high80,
    })),
  ];
}

function Outlook({ forecast }: { forecast: Forecast }) {
  const { measure, currency, total, days, rehearsed, scored, asOf, version, zone } = forecast;
  const unit = currency ?? 'USD';
  const text = (value: number) =>
    measure === 'net' ? columnMoney(Math.round(value), unit) : exactNumber(Math.round(value * 10) / 10);
  // A period has whole orders; the average of days may not.
  const sumText = (value: number) => (measure === 'net' ? text(value) : exactNumber(Math.round(value)));
  const points = pointsOf(forecast);
  const title = t(`forecast.title.${measure}`);
  const first = days[0];
  const last = days.at(-1);
  return (
    <>
      {total && first && last && (
        <section className="t-panel analytics-card" aria-label={t('forecast.total')}>
          <p className="t-12 t-ink2">
            {t('period.between', { from: dayName(first.day), to: dayName(last.day) })}
          </p>
          <p className="t-20 t-num">{sumText(total.value)}</p>
          <p className="t-12 t-ink2">
            {t('forecast.range', { low: sumText(total.low80), high: sumText(total.high80) })}
          </p>
        </section>
      )}
      <h2 className="t-hidden">{t('chart.heading')}</h2>
      <ChartFrame
        title={title}
        columns={[
          t('column.day'),
          t('forecast.past'),
          t('forecast.aheadLine'),
          t('rows.low'),
          t('rows.high'),
        ]}
        rows={points.map(({ key, values, low, high }) => [
          key,
          values.past === null || values.past === undefined ? '' : text(values.past),
          values.past !== null || values.ahead === null || values.ahead === undefined
            ? ''
            : text(values.ahead),
          low === null || low === undefined ? '' : text(low),
          high === null || high === undefined ? '' : text(high),
        ])}
        onDownload={(rows) => downloadCsv(`forecast-${measure}.csv`, rows)}
        onPicture={(png) => saveBlob(png, `forecast-${measure}.png`)}
      >
        <TrendChart
          title={title}
          points={points}
          series={[
            { id: 'past', label: t('forecast.past'), colour: 1 },
            { id: 'ahead', label: t('forecast.aheadLine'), colour: 1, dashed: true },
          ]}
          bandLabel={t('forecast.band')}
          text={text}
          {...(measure === 'net' ? { axisText: (value: number) => axisMoney(value, unit) } : {})}
          height={300}
        />
      </ChartFrame>
      <Section id="quality" title={t('forecast.quality')}>
        <dl className="analytics-facts">
          {rehearsed && (
            <>
              <dt className="t-ink2">{t('forecast.rehearsed')}</dt>
              <dd>
                {t('forecast.coverage', {
                  share: percent(
                    rehearsed.band80.of === 0 ? null : rehearsed.band80.within / rehearsed.band80.of,
                  ),
                  of: exactNumber(rehearsed.band80.of),
                })}
              </dd>
              {rehearsed.mase !== null && rehearsed.naiveMase !== null && (
                <>
                  <dt className="t-ink2">{t('forecast.error')}</dt>
                  <dd>
                    {t('forecast.errorText', {
                      mase: ratioText(rehearsed.mase),
                      naive: ratioText(rehearsed.naiveMase),
                    })}
                  </dd>
                </>
              )}
            </>
          )}
          <dt className="t-ink2">{t('forecast.scored')}</dt>
          <dd>
            {scored
              ? t('forecast.coverage', {
                  share: percent(scored.band80.of === 0 ? null : scored.band80.within / scored.band80.of),
                  of: exactNumber(scored.band80.of),
                })
              : t('forecast.notScored')}
          </dd>
          <dt className="t-ink2">{t('lift.method')}</dt>
          <dd>
            {t('forecast.method')}{' '}
            <span className="t-ink3">{t('evidence.version', { id: 'forecast', version })}</span>
          </dd>
          <dt className="t-ink2">{t('lift.asOf')}</dt>
          <dd>
            {exactTime(asOf)} ({zone})
          </dd>
        </dl>
      </Section>
    </>
  );
}

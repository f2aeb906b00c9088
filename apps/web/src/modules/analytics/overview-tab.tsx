import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Analytics } from '@troupe/domain/analytics/analytics';
import { MEDIA_RECIPES } from '@troupe/domain/analytics/media-value';
import type { Figure, FormulaId } from '@troupe/domain/figure';
import { Button } from '@troupe/ui/action/button';
import { Chart } from '@troupe/ui/chart/chart';
import { preloadTrends } from '@troupe/ui/chart/trend-chart';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { percent } from '@troupe/ui/lib/format';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './analytics-address.ts';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { figureOf, fullText, nameOf, periodText, shortText, withAmounts } from './analytics-labels.ts';
import { analyticsOptions } from './analytics-queries.ts';
import { AttributionRange } from './attribution-range.tsx';
import { BenchmarkTable } from './benchmark-table.tsx';
import { FigureCards } from './figure-value.tsx';
import { LiftCard } from './lift-card.tsx';
import { t } from './messages/messages.gen.ts';
import { OverTime } from './over-time.tsx';

const SettingDialog = lazy(() => import('./setting-dialog.tsx'));

const CARDS: readonly FormulaId[] = [
  'net-revenue',
  'spend',
  'roas',
  'roi',
  'orders',
  'cpa',
  'conversion',
  'views',
  'engagements',
  'cpe',
];

/** What creator marketing brought and cost, over time and under other rules of attribution. */
export default function OverviewTab({ address, onChange }: TabProps) {
  const query = useQuery(analyticsOptions(useBrandId(), address));
  const [isSetting, setSetting] = useState(false);
  useEffect(preloadTrends, []);
  const analytics = query.data?.analytics;
  return (
    <>
      <div className="analytics-tools">
        <AnalyticsFilters address={address} onChange={onChange} zone={analytics?.zone} />
        <Button icon={<IconSettings size={16} />} onClick={() => setSetting(true)}>
          {t('setting.open')}
        </Button>
      </div>
      <LoadState what={t('what')} query={query}>
        <Skeleton height={180} />
        <Skeleton height={260} />
      </LoadState>
      {analytics && (
        <Overview
          analytics={analytics}
          address={address}
          onChange={onChange}
          busy={query.isPlaceholderData}
        />
      )}
      {isSetting && (
        <Suspense>
          <SettingDialog onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </>
  );
}

const isEmpty = ({ figures }: Analytics) =>
  figures.every(({ value, known, unknown }) => !value && known === 0 && unknown === 0);

function Overview({
  analytics,
  address,
  onChange,
  busy,
}: TabProps & { analytics: Analytics; busy: boolean }) {
  const { figures, current, currencies, currency, zone } = analytics;
  const several = currency === null && currencies.length > 1;
  const amounts = withAmounts(figures, currency ?? currencies[0]);
  const shown = CARDS.flatMap((id) =>
    amounts.filter(({ formula, why }) => formula === id && why !== 'needs-margin'),
  );
  if (isEmpty(analytics))
    return (
      <EmptyState
        title={t('none')}
        text={t('noneText', { period: periodText(current) })}
        actions={<Button href="/campaigns">{t('noneAction')}</Button>}
      />
    );
  const clocks = current.clockChanges;
  return (
    <div className="analytics-tab" aria-busy={busy || undefined}>
      <p className="t-12 t-ink2">
        {t('period.line', { period: periodText(current), zone })}
        {analytics.previous && ` ${t('period.compared', { period: periodText(analytics.previous) })}`}
        {clocks.length > 0 && ` ${t('period.clocks', { count: clocks.length })}`}
      </p>
      <FigureCards figures={shown} address={address} period={current} several={several} />
      <OverTime analytics={analytics} address={address} onChange={onChange} />
      <div className="analytics-columns">
        <AttributionRange address={address} />
        <SpendSplit figures={figures} several={several} />
      </div>
      <LiftCard address={address} onChange={onChange} />
      <MediaValue analytics={analytics} several={several} />
      <BenchmarkTable />
    </div>
  );
}

/** Fees, commissions and other costs of the largest currency. */
function SpendSplit({ figures, several }: { figures: readonly Figure[]; several: boolean }) {
  const spend = figureOf(figures, 'spend');
  if (!spend?.value) return null;
  const parts = (['fees', 'commission', 'costs'] as const).flatMap((id) =>
    figures.filter(({ formula, currency, value }) => formula === id && currency === spend.currency && value),
  );
  const only = several && spend.currency ? ` ${t('chart.oneCurrency', { currency: spend.currency })}` : '';
  return (
    <Section id="spend" title={t('spend.title')} subtitle={`${shortText(spend.value, spend)}${only}`}>
      <Chart
        kind="parts"
        title={t('spend.title')}
        hideTitle
        items={parts.map((figure) => ({
          label: nameOf(figure, false),
          value: Math.max(0, figure.value ?? 0),
          text: shortText(figure.value ?? 0, figure),
          exact: `${nameOf(figure, false)} ${fullText(figure.value ?? 0, figure)}, ${percent((figure.value ?? 0) / (spend.value ?? 1))}`,
        }))}
      />
      <p className="t-12 t-ink2">
        {t('spend.hint')}{' '}
        <a className="t-link t-link-inline" href="/analytics/costs?open=new">
          {t('spend.add')}
        </a>
      </p>
    </Section>
  );
}

/** Earned media value by published recipes, if the brand turned it on. */
function MediaValue({ analytics, several }: { analytics: Analytics; several: boolean }) {
  const range = figureOf(analytics.figures, 'emv-range');
  if (!range) return null;
  return (
    <Section id="emv" title={t('emv.title')} subtitle={t('emv.subtitle')}>
      <FigureCards figures={[range]} address={null} period={analytics.current} several={several} />
      <dl className="analytics-recipes">
        {MEDIA_RECIPES.map(({ name }) => (
          <div key={name}>
            <dt className="t-medium">{name}</dt>
            <dd className="t-ink2">{t(`emv.recipe.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

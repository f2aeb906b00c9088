import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getCampaignMetrics } from '@troupe/contract/campaigns/campaign-content';
import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { preloadCharts } from '@troupe/ui/chart/chart';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { DateField } from '@troupe/ui/field/date-field';
import { type ReactNode, useEffect } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { EarnedMediaRates, EarnedMediaTile } from './earned-media.tsx';
import { askedOf, type MetricsAddress } from './metrics-address.ts';
import MetricsCharts from './metrics-charts.tsx';
import { MetricsFigures } from './metrics-figures.tsx';
import { MetricsItems } from './metrics-items.tsx';
import { MissingPosts } from './missing-posts.tsx';
import './campaign-metrics.css';
import { t } from '../messages/messages.gen.ts';

const platforms = Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label }));

interface MetricsScreenProps {
  campaignId: string;
  address: MetricsAddress;
  onChange: (part: Partial<MetricsAddress>) => void;
  /** What the campaign sold. */
  sales?: ReactNode;
}

/** The results of a campaign: figures, the items behind them, and posts that aren't counted. */
export function MetricsScreen({ campaignId, address, onChange, sales }: MetricsScreenProps) {
  const brandId = useBrandId();
  const query = useQuery({
    ...callOptions(getCampaignMetrics, { params: { brandId, campaignId }, query: askedOf(address) }),
    // New posts and metrics arrive live.
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  useEffect(preloadCharts, []);
  const { platform, from, to } = address;
  const narrowed = Boolean(platform || from || to);
  return (
    <div className="t-page campaign-metrics">
      <div className="metrics-tools">
        <FilterChip
          name={t('charts.platform')}
          single
          options={platforms}
          value={platform ? [platform] : []}
          onChange={([value]) => onChange({ platform: value as Platform | undefined })}
        />
        <DayField label={t('metrics.from')} value={from} max={to} onDay={(day) => onChange({ from: day })} />
        <DayField label={t('metrics.to')} value={to} min={from} onDay={(day) => onChange({ to: day })} />
        {narrowed && (
          <Button
            kind="quiet"
            onClick={() => onChange({ platform: undefined, from: undefined, to: undefined })}
          >
            {t('action.clearFilters')}
          </Button>
        )}
      </div>
      <LoadState what={t('metrics.what')} query={query}>
        <Skeleton height={92} />
        <SkeletonRows rows={6} />
      </LoadState>
      {data && (
        <Found
          metrics={data}
          campaignId={campaignId}
          address={address}
          narrowed={narrowed}
          onChange={onChange}
        />
      )}
      {sales}
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string | undefined) => void;
}

function DayField({ label, value, onDay, ...bounds }: DayFieldProps) {
  return (
    <DateField
      label={label}
      hideLabel
      lead={<span className="t-12 t-ink2">{label}</span>}
      presets="back"
      value={value ?? ''}
      {...bounds}
      onChange={(day) => onDay(day || undefined)}
    />
  );
}

interface FoundProps extends MetricsScreenProps {
  metrics: CampaignMetrics;
  narrowed: boolean;
}

function Found({ metrics, campaignId, address, narrowed, onChange }: FoundProps) {
  return (
    <>
      {metrics.contentCount === 0 ? (
        <EmptyState
          title={narrowed ? t('metrics.noMatch') : t('metrics.none')}
          text={narrowed ? undefined : t('metrics.noneText')}
          drawing="seats"
          actions={
            narrowed ? undefined : (
              <Button href={`/campaigns/${campaignId}/shoutouts`}>{t('overview.viewShoutouts')}</Button>
            )
          }
        />
      ) : (
        <>
          <MetricsFigures
            metrics={metrics}
            onOpen={(of) => onChange({ of })}
            earned={
              <EarnedMediaTile
                metrics={metrics}
                shown={address.rates !== undefined}
                onRates={(rates) => onChange({ rates })}
              />
            }
          />
          {address.rates && <EarnedMediaRates metrics={metrics} onRates={(rates) => onChange({ rates })} />}
          <MetricsCharts
            metrics={metrics}
            drawn={address.chart ?? 'engagements'}
            to={address.to}
            comparable={address.from === undefined}
            onDraw={(drawn) => onChange({ chart: drawn === 'views' ? 'views' : undefined })}
          />
          <MetricsItems metrics={metrics} of={address.of} onOf={(of) => onChange({ of })} />
        </>
      )}
      <MissingPosts missing={metrics.missing} />
    </>
  );
}

import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { type ComponentType, lazy, Suspense } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { SheetHead } from '../../shared/screen/screen.tsx';
import {
  ANALYTICS_TABS,
  type AnalyticsAddress,
  type AnalyticsTab,
  hrefOf,
  type TabProps,
} from './analytics-address.ts';
import './analytics.css';
import { t } from './messages/messages.gen.ts';

const OverviewTab = lazy(() => import('./overview-tab.tsx'));
const RowsTab = lazy(() => import('./rows-tab.tsx'));
const CohortsTab = lazy(() => import('./cohorts-tab.tsx'));
const ForecastTab = lazy(() => import('./forecast-tab.tsx'));
const CostsTab = lazy(() => import('./costs-tab.tsx'));
const ReportsTab = lazy(async () => ({ default: (await import('./report/reports-tab.tsx')).ReportsTab }));
const SharesTab = lazy(async () => ({ default: (await import('./report/shares-tab.tsx')).SharesTab }));

/** The filters that a tab keeps when another one is opened. */
function keptIn({ from, to, compare, campaign, creator, platform, currency }: AnalyticsAddress): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries({ from, to, compare, campaign, creator, platform, currency }))
    if (value) kept.set(name, value);
  return kept.size > 0 ? `?${kept}` : '';
}

/** What creator marketing brings and costs. */
export function AnalyticsScreen({ tab, address, onChange }: TabProps & { tab: AnalyticsTab }) {
  const brandId = useBrandId();
  return (
    <>
      <SheetHead>
        <PageHeader title={t('title')} />
        <Tabs
          label={t('tabs')}
          items={ANALYTICS_TABS.map((name) => ({
            label: t(`tab.${name}`),
            href: `${hrefOf(name)}${keptIn(address)}`,
            active: name === tab,
          }))}
        />
      </SheetHead>
      <div className="t-page analytics-tab">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Panel key={brandId} tab={tab} address={address} onChange={onChange} />
        </Suspense>
      </div>
    </>
  );
}

const PANELS: Partial<Record<AnalyticsTab, ComponentType<TabProps>>> = {
  cohorts: CohortsTab,
  forecast: ForecastTab,
  costs: CostsTab,
};

function Panel({ tab, ...props }: TabProps & { tab: AnalyticsTab }) {
  const brandId = useBrandId();
  if (tab === 'campaigns' || tab === 'creators' || tab === 'content')
    return <RowsTab key={tab} kind={tab} {...props} />;
  if (tab === 'reports') {
    const { campaign, open } = props.address;
    return (
      <ReportsTab
        brandId={brandId}
        shareCampaign={open === 'new' ? campaign : undefined}
        onShared={() => props.onChange({ open: undefined })}
      />
    );
  }
  if (tab === 'shares') return <SharesTab brandId={brandId} />;
  const Tab = PANELS[tab] ?? OverviewTab;
  return <Tab {...props} />;
}

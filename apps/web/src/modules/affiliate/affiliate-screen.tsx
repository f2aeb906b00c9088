import { useQuery } from '@tanstack/react-query';
import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { Pill } from '@troupe/ui/content/pill';
import { Skeleton, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, type ReactNode, Suspense } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { useIsOwner } from '../../shared/screen/owner-section.tsx';
import { LoadState, SheetHead } from '../../shared/screen/screen.tsx';
import AddOnOffer, { BuyAddOn } from './add-on-offer.tsx';
import { AFFILIATE_TABS, type AffiliateTab, type TabProps } from './affiliate-address.ts';
import { programOptions } from './affiliate-queries.ts';
import './affiliate.css';
import { t } from './messages/messages.gen.ts';

const ProgramDashboard = lazy(() => import('./program-dashboard.tsx'));
const AffiliatesTab = lazy(() => import('./affiliates-tab.tsx'));
const LinksTab = lazy(() => import('./links-tab.tsx'));
const CodesTab = lazy(() => import('./codes-tab.tsx'));
const OrdersTab = lazy(() => import('./orders-tab.tsx'));
const OrderWhyDrawer = lazy(() => import('./order-why-drawer.tsx'));
const StatementsTab = lazy(() => import('./statements-tab.tsx'));
const AlertsTab = lazy(() => import('./alerts-tab.tsx'));
const ProgramSettings = lazy(() => import('./program-settings.tsx'));

interface AffiliateScreenProps extends TabProps {
  tab: AffiliateTab;
}

/** The affiliate program; without the add-on, what it would look like. */
export function AffiliateScreen({ tab, address, onChange }: AffiliateScreenProps) {
  const query = useQuery(programOptions(useBrandId()));
  const owner = useIsOwner() === true;
  const program = query.data?.program;
  if (!program)
    return (
      <>
        <SheetHead>
          <PageHeader title={t('title')} />
        </SheetHead>
        <div className="t-page">
          <LoadState what={t('what')} query={query}>
            <Skeleton height={92} />
            <SkeletonRows rows={6} />
          </LoadState>
        </div>
      </>
    );
  // A brand that had the add-on before keeps seeing what it has.
  if (!program.addOn.active && program.version === 0) return <AddOnOffer program={program} owner={owner} />;
  const orderId = tab === 'orders' ? address.open : undefined;
  return (
    <DrawerLayout
      drawer={
        orderId && (
          <Suspense>
            <OrderWhyDrawer key={orderId} orderId={orderId} onClose={() => onChange({ open: undefined })} />
          </Suspense>
        )
      }
    >
      <SheetHead>
        <PageHeader
          title={t('title')}
          aside={
            <Pill tone={program.state === 'on' ? 'green' : 'neutral'}>
              {t(`program.state.${program.state}`)}
            </Pill>
          }
        />
        <Tabs label={t('tabs')} items={AFFILIATE_TABS.map((name) => tabItem(name, tab, program))} />
      </SheetHead>
      <div className="t-page affiliate-tab">
        {!program.addOn.active && (
          <div className="affiliate-note">
            <div className="t-grow">
              <p className="t-name">{t('offer.endedTitle', { name: program.addOn.name })}</p>
              <p className="t-ink2">{t('offer.endedText')}</p>
            </div>
            <BuyAddOn program={program} owner={owner} />
          </div>
        )}
        <Suspense fallback={<SkeletonRows rows={6} />}>{panel(tab, { address, onChange, program })}</Suspense>
      </div>
    </DrawerLayout>
  );
}

function tabItem(name: AffiliateTab, current: AffiliateTab, { counts }: ProgramOverview) {
  const count = {
    creators: counts.active + counts.invited + counts.paused,
    links: counts.links,
    codes: counts.codes,
    alerts: counts.openAlerts || undefined,
  }[name as string];
  return {
    label: t(`tab.${name}`),
    href: `/affiliate/${name}`,
    active: name === current,
    ...(count === undefined ? {} : { count }),
  };
}

function panel(tab: AffiliateTab, props: TabProps & { program: ProgramOverview }): ReactNode {
  if (tab === 'creators') return <AffiliatesTab {...props} />;
  if (tab === 'links') return <LinksTab {...props} />;
  if (tab === 'codes') return <CodesTab {...props} />;
  if (tab === 'orders') return <OrdersTab {...props} />;
  if (tab === 'statements') return <StatementsTab {...props} />;
  if (tab === 'alerts') return <AlertsTab {...props} />;
  if (tab === 'settings') return <ProgramSettings program={props.program} />;
  return <ProgramDashboard {...props} />;
}

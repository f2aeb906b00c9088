import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CampaignStatus } from '@troupe/domain/campaign';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { ErrorState } from '@troupe/ui/error-state';
import { PageHeader } from '@troupe/ui/page-header';
import { Loading, SkeletonRows } from '@troupe/ui/skeleton';
import { Tabs } from '@troupe/ui/tabs';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { SheetHead } from '../../shared/sheet-head.tsx';
import { statusLooks, statusViews } from './campaign-fields.ts';
import './campaign-list.css';
import { campaignsOptions } from './campaign-queries.ts';
import { CampaignTable } from './campaign-table.tsx';

/** The campaigns of the brand, all or of one status. */
export function CampaignList({ status }: { status: CampaignStatus | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(campaignsOptions(useBrandId()));
  const all = data?.campaigns;
  const shown = all?.filter((campaign) => !status || campaign.status === status);
  const views = statusViews.map((view) => ({
    label: statusLooks[view].label,
    href: `/campaigns?status=${view}`,
    active: status === view,
    count: all?.filter((campaign) => campaign.status === view).length,
  }));
  return (
    <>
      <SheetHead>
        <PageHeader title="Campaigns" />
        <Tabs
          label="Campaigns by status"
          items={[{ label: 'All', href: '/campaigns', active: !status, count: all?.length }, ...views]}
        />
      </SheetHead>
      <div className="t-page campaign-body">
        {error && (
          <ErrorState
            title="The campaigns could not be loaded."
            text={all ? 'Showing what was loaded before.' : errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!shown && !error && (
          <Loading label="Loading campaigns">
            <SkeletonRows rows={6} />
          </Loading>
        )}
        {shown && shown.length > 0 && <CampaignTable campaigns={shown} />}
        {shown?.length === 0 && <Empty status={status} none={all?.length === 0} />}
      </div>
    </>
  );
}

function Empty({ status, none }: { status: CampaignStatus | undefined; none: boolean }) {
  if (none || !status) {
    return (
      <EmptyState
        title="This brand has no campaigns yet."
        text="Find creators first, and keep them in lists."
        actions={
          <Button kind="main" icon={<IconUserSearch size={16} />} href="/creator-search">
            Find creators
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={`No campaign is ${statusLooks[status].label.toLowerCase()}.`}
      drawing="seats"
      actions={<Button href="/campaigns">Show all</Button>}
    />
  );
}

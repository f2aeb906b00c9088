import { IconLayoutGrid, IconPlus, IconTable, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { writeAddressQuery } from '@troupe/browser/address';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { FindField, SortMenu } from '../../../shared/list/list-controls.tsx';
import { LoadState, SheetHead } from '../../../shared/screen/screen.tsx';
import { type CampaignsAddress, sortNames } from './campaign-address.ts';
import { CampaignCards } from './campaign-cards.tsx';
import { type CampaignAction, CampaignDialogs } from './campaign-dialogs.tsx';
import { statusLook, statusViews } from './campaign-fields.ts';
import { campaignsOptions } from './campaign-queries.ts';
import { CampaignTable } from './campaign-table.tsx';
import './campaign-list.css';
import { t } from '../messages/messages.gen.ts';

interface CampaignListProps {
  address: CampaignsAddress;
  onChange: (part: Partial<CampaignsAddress>) => void;
}

/** The campaigns of the brand, filtered and sorted by the URL. */
export function CampaignList({ address, onChange }: CampaignListProps) {
  const brandId = useBrandId();
  const query = useQuery({
    ...campaignsOptions(brandId, address),
    placeholderData: (before, query) =>
      query && JSON.stringify(query.queryKey).includes(brandId) ? before : undefined,
    refetchOnWindowFocus: true,
  });
  const { data, error, isPlaceholderData } = query;
  const [action, setAction] = useState<CampaignAction | null>(null);
  const { status, q, view } = address;
  const counts = data?.counts;
  const all = counts && statusViews.reduce((sum, one) => sum + counts[one], 0);
  const href = (one: CampaignStatus | undefined) =>
    `/campaigns${writeAddressQuery({ ...address, status: one })}`;
  const campaigns = data?.campaigns;
  const toolbar = all !== 0 && (data !== undefined || !error);
  return (
    <>
      <SheetHead>
        <PageHeader
          title={t('campaigns.title')}
          actions={
            <Button kind="main" icon={<IconPlus size={16} />} href="/campaign-builder/new">
              {t('campaigns.new')}
            </Button>
          }
        />
        <Tabs
          label={t('campaigns.byStatus')}
          items={[
            { label: t('campaigns.all'), href: href(undefined), active: !status, ...tally(all) },
            ...statusViews.map((one) => ({
              label: statusLook(one).label,
              href: href(one),
              active: status === one,
              ...tally(counts?.[one]),
            })),
          ]}
        />
      </SheetHead>
      <div className="t-page campaign-body">
        {toolbar && <CampaignToolbar address={address} busy={isPlaceholderData} onChange={onChange} />}
        {q && campaigns && (
          <p className="t-12 t-ink3" role="status">
            {t('campaigns.found', { count: campaigns.length })}
          </p>
        )}
        <LoadState what={t('campaigns.what')} query={query}>
          <SkeletonRows rows={6} />
        </LoadState>
        {campaigns && campaigns.length > 0 && (
          <div aria-busy={isPlaceholderData || undefined}>
            {view === 'cards' ? (
              <CampaignCards campaigns={campaigns} onAction={setAction} />
            ) : (
              <CampaignTable
                campaigns={campaigns}
                address={address}
                onSort={(sort) => onChange({ sort: sort === 'created' ? undefined : sort })}
                onAction={setAction}
              />
            )}
          </div>
        )}
        {campaigns?.length === 0 && <Empty address={address} none={all === 0} onChange={onChange} />}
      </div>
      <CampaignDialogs action={action} onClose={() => setAction(null)} />
    </>
  );
}

const tally = (count: number | undefined) => (count === undefined ? {} : { count });

function Empty(props: { address: CampaignsAddress; none: boolean } & Pick<CampaignListProps, 'onChange'>) {
  const { address, none, onChange } = props;
  if (none) {
    return (
      <EmptyState
        title={t('campaigns.none')}
        text={t('campaigns.noneText')}
        actions={
          <>
            <Button icon={<IconPlus size={16} />} href="/campaign-builder/new">
              {t('campaigns.new')}
            </Button>
            <Button icon={<IconUserSearch size={16} />} href="/creator-search">
              {t('action.findCreators')}
            </Button>
          </>
        }
      />
    );
  }
  if (address.q) {
    return (
      <EmptyState
        title={t('campaigns.noMatch')}
        text={t('campaigns.noMatchText')}
        drawing="seats"
        actions={
          <Button onClick={() => onChange({ q: undefined, status: undefined })}>
            {t('campaigns.showAllCampaigns')}
          </Button>
        }
      />
    );
  }
  const { status } = address;
  return (
    <EmptyState
      title={status ? t(`campaigns.noneIn.${status}`) : t('campaigns.noneAtAll')}
      drawing="seats"
      actions={<Button href="/campaigns">{t('campaigns.showAll')}</Button>}
    />
  );
}

interface CampaignToolbarProps {
  address: CampaignsAddress;
  busy: boolean;
  onChange: (part: Partial<CampaignsAddress>) => void;
}

/** Search, sort order and view of the campaigns. */
function CampaignToolbar({ address, busy, onChange }: CampaignToolbarProps) {
  return (
    <div className="campaign-tools">
      <div className="campaign-find">
        <FindField
          label={t('campaigns.find')}
          value={address.q}
          busy={busy}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <span className="t-grow" />
      <SortMenu
        names={sortNames()}
        value={address.sort ?? 'created'}
        onChange={(sort) => onChange({ sort: sort === 'created' ? undefined : sort })}
      />
      <Segmented
        label={t('campaigns.viewAs')}
        iconsOnly
        value={address.view ?? 'table'}
        onChange={(view) => onChange({ view: view === 'cards' ? 'cards' : undefined })}
        options={[
          { value: 'table', label: t('campaigns.table'), icon: <IconTable size={16} /> },
          { value: 'cards', label: t('campaigns.cards'), icon: <IconLayoutGrid size={16} /> },
        ]}
      />
    </div>
  );
}

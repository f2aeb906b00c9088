import { useInfiniteQuery } from '@tanstack/react-query';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { DecidedTable } from './decided-table.tsx';
import { isNarrowed, type OptInsAddress } from './opt-in-address.ts';
import { optInsOptions, REFRESH_MS, REFRESHED_PAGES, useUsageText } from './opt-in-queries.ts';
import { OptInToolbar } from './opt-in-toolbar.tsx';
import { useOptInWrites } from './use-opt-in-writes.ts';
import './opt-in.css';
import { t } from '../messages/messages.gen.ts';

const OptInDrawer = lazy(() => import('./opt-in-drawer.tsx'));

interface OptInsScreenProps {
  campaignId: string;
  address: OptInsAddress;
  onChange: (part: Partial<OptInsAddress>) => void;
  /** The gifts for an opt-in, in its drawer. */
  gifts: (optInId: string) => ReactNode;
}

/** The opt-ins of a campaign, with the open one beside them. */
export function OptInsScreen({ campaignId, address, onChange, gifts }: OptInsScreenProps) {
  const query = useInfiniteQuery({
    ...optInsOptions(campaignId, address),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === campaignId ? before : undefined),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= REFRESHED_PAGES ? REFRESH_MS : false),
    refetchOnWindowFocus: true,
  });
  const { data, isPlaceholderData } = query;
  const writes = useOptInWrites(campaignId);
  const usage = useUsageText();
  const optIns = data?.pages.flatMap((page) => page.optIns) ?? [];
  const first = data?.pages[0];
  const total = first?.total ?? 0;
  const at = optIns.findIndex(({ id }) => id === address.optIn);
  const step = (by: number) => {
    const next = at < 0 ? undefined : optIns[at + by];
    return next ? () => onChange({ optIn: next.id }) : null;
  };
  const open = useCallback((optIn: OptIn) => onChange({ optIn: optIn.id }), [onChange]);
  return (
    <DrawerLayout
      drawer={
        address.optIn ? (
          <Suspense>
            <OptInDrawer
              key={address.optIn}
              optInId={address.optIn}
              known={optIns[at]}
              writes={writes}
              gifts={gifts}
              onClose={() => onChange({ optIn: undefined })}
              onPrevious={step(-1)}
              onNext={step(1)}
            />
          </Suspense>
        ) : null
      }
    >
      <div className="t-page opt-ins">
        <OptInToolbar
          address={address}
          counts={first?.counts}
          unseen={first?.unseen ?? 0}
          busy={isPlaceholderData}
          onChange={onChange}
        />
        <LoadState what={t('optIns.what')} query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {data && isNarrowed(address) && optIns.length > 0 && (
          <p className="t-12 t-ink3" role="status">
            {t('optIns.found', { count: total })}
          </p>
        )}
        {usage && <p className="t-12 t-ink2">{usage}</p>}
        {data && optIns.length === 0 && <Nothing address={address} onChange={onChange} />}
        {optIns.length > 0 && (
          <DecidedTable
            label={t('optIns.label')}
            optIns={optIns}
            writes={writes}
            open={address.optIn}
            faded={isPlaceholderData}
            onOpen={open}
          />
        )}
        <LoadMore
          left={query.hasNextPage ? total - optIns.length : 0}
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      </div>
    </DrawerLayout>
  );
}

function Nothing({ address, onChange }: Pick<OptInsScreenProps, 'address' | 'onChange'>) {
  if (isNarrowed(address))
    return (
      <EmptyState
        title={t('optIns.noMatch')}
        drawing="seats"
        actions={
          <Button
            onClick={() =>
              onChange({ q: undefined, status: undefined, platform: undefined, unseen: undefined })
            }
          >
            {t('action.clearFilters')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t('optIns.none')}
      text={t('optIns.noneText')}
      drawing="seats"
      actions={<Button href="/creator-search">{t('action.findCreators')}</Button>}
    />
  );
}

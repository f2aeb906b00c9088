import { IconUserSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { useMemo } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { RecruitmentFrame } from '../../../shared/screen/recruitment-frame.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { type InvitesAddress, isNarrowed } from './invite-address.ts';
import { invitesOptions } from './invite-queries.ts';
import { InviteTable, isWaiting } from './invite-table.tsx';
import { InvitesToolbar } from './invites-toolbar.tsx';
import { QueueLine } from './queue-line.tsx';
import './invites-screen.css';
import { t } from '../messages/messages.gen.ts';

/** Polling interval while an invite waits to be sent, and otherwise. */
const REFRESH_MS = { waiting: 4000, idle: 30_000 };
/** Longer lists are refreshed only when the window gets focus. */
const REFRESHED_PAGES = 3;

/** The invites that the URL asks for. */
export function useInvites(address: InvitesAddress) {
  const brandId = useBrandId();
  const query = useInfiniteQuery({
    ...invitesOptions(brandId, address),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === brandId ? before : undefined),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      if (pages.length > REFRESHED_PAGES) return false;
      return pages.some(({ invites }) => invites.some(isWaiting)) ? REFRESH_MS.waiting : REFRESH_MS.idle;
    },
  });
  const pages = query.data?.pages;
  const invites = useMemo(() => {
    // A new invite shifts the pages, so one can arrive twice.
    const found = new Map(pages?.flatMap((page) => page.invites).map((invite) => [invite.id, invite]));
    return [...found.values()];
  }, [pages]);
  return { ...query, invites };
}

interface InvitesScreenProps {
  address: InvitesAddress;
  query: ReturnType<typeof useInvites>;
  onChange: (part: Partial<InvitesAddress>) => void;
}

/** The invites of a brand with their status. */
export function InvitesScreen({ address, query, onChange }: InvitesScreenProps) {
  const { data, invites, isPlaceholderData } = query;
  const total = data?.pages[0]?.total ?? 0;
  const narrowed = isNarrowed(address);
  const none = data !== undefined && invites.length === 0;
  return (
    <RecruitmentFrame tab="invites">
      <div className="invites">
        {(!none || narrowed) && (
          <InvitesToolbar address={address} busy={isPlaceholderData} invites={invites} onChange={onChange} />
        )}
        <QueueLine />
        {narrowed && data && !none && (
          <p className="t-12 t-ink3" role="status">
            {t('invites.found', { count: total })}
          </p>
        )}
        <LoadState what={t('invites.what')} query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {invites.length > 0 && (
          <div className="invites-rows" aria-busy={isPlaceholderData || undefined}>
            <InviteTable
              invites={invites}
              openId={address.creator}
              onOpen={({ socialProfileId }) => onChange({ creator: socialProfileId, breakdown: undefined })}
            />
          </div>
        )}
        {invites.length > 0 && (
          <LoadMore
            left={query.hasNextPage ? total - invites.length : 0}
            busy={query.isFetchingNextPage}
            failed={query.isFetchNextPageError}
            onMore={() => void query.fetchNextPage()}
          />
        )}
        {none && <Nothing narrowed={narrowed} onChange={onChange} />}
      </div>
    </RecruitmentFrame>
  );
}

function Nothing({ narrowed, onChange }: { narrowed: boolean } & Pick<InvitesScreenProps, 'onChange'>) {
  return narrowed ? (
    <EmptyState
      title={t('invites.none')}
      text={t('invites.noMatchText')}
      drawing="seats"
      actions={
        <Button onClick={() => onChange({ q: undefined, status: undefined, campaign: undefined })}>
          {t('action.clearFilters')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('invites.none')}
      text={t('invites.noneText')}
      actions={
        <>
          <Button kind="main" icon={<IconUserSearch size={16} />} href="/creator-search">
            {t('action.findCreators')}
          </Button>
          <Button href="/creator-search/lists">{t('invites.openLists')}</Button>
        </>
      }
    />
  );
}

import { keepPreviousData } from '@tanstack/react-query';
import {
  listContentPreviews,
  listShoutouts,
  listStories,
  listUploads,
} from '@troupe/contract/campaigns/campaign-content';
import type { Upload } from '@troupe/domain/campaigns/campaign-content';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { type ReactNode, useState } from 'react';
import { callOptions } from '../../../shared/call/query.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { type LoadQuery, LoadState } from '../../../shared/screen/screen.tsx';
import type { ContentAddress } from './content-address.ts';
import './campaign-content.css';
import { t } from '../messages/messages.gen.ts';

interface ContentPageProps<Page> {
  /** Plural lowercase noun: 'uploads'. */
  what: string;
  query: LoadQuery & { data: Page | undefined };
  empty: { title: string; text: string; actions?: ReactNode };
  /** What needs attention, above the list in each of its states. */
  before?: ReactNode;
  /** Buttons above a non-empty list. */
  tools?: ReactNode;
  onPage: (page: number) => void;
  children: (page: Page) => ReactNode;
}

/** A tab that lists content page by page, in each of its states. */
export function ContentPage<Page extends { page: number; pages: number; total: number }>(
  props: ContentPageProps<Page>,
) {
  const { what, query, empty, before, tools, onPage, children } = props;
  const { data } = query;
  return (
    <div className="t-page campaign-content">
      {before}
      <LoadState what={t('content.what', { what })} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {data && data.total === 0 && <EmptyState {...empty} drawing="seats" />}
      {data && data.total > 0 && (
        <>
          {tools && <div className="campaign-content-tools">{tools}</div>}
          {data.page > data.pages ? (
            <EmptyState
              title={t('content.emptyPage')}
              drawing="none"
              actions={<Button onClick={() => onPage(1)}>{t('content.firstPage')}</Button>}
            />
          ) : (
            children(data)
          )}
          <PageNav label={t('content.pages', { what })} of={data} onPage={onPage} />
        </>
      )}
    </div>
  );
}

/** The creator of the content, with a link to their opt-in. */
export function ContentCreator({ creator, campaignId }: { creator: Upload['creator']; campaignId: string }) {
  const name = creator.fullname || creator.username;
  return (
    <span className="content-who">
      <Avatar name={name} src={creator.profilePicUrl} size={24} />
      <Link
        href={`/campaigns/${campaignId}/opt-ins?optIn=${creator.optInId}`}
        className="t-name t-ellipsis"
        dir="auto"
      >
        {name}
      </Link>
      <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} />
    </span>
  );
}

/** A thumbnail of a post; an empty box without one or if it fails to load. */
export function ContentThumbnail({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) return <span className="content-thumbnail" />;
  return <img className="content-thumbnail" src={src} alt="" loading="lazy" onError={() => setFailed(src)} />;
}

/** Submissions arrive live; also refetch once a minute in case an event was missed. */
const live = { refetchInterval: 60_000, refetchOnWindowFocus: true, placeholderData: keepPreviousData };

/** A page of content to review. */
export const previewsOptions = (campaignId: string, { page = 1, sort = 'newest' }: ContentAddress) => ({
  ...callOptions(listContentPreviews, { params: { campaignId, page }, query: { sort } }),
  ...live,
});

/** A page of the files that creators uploaded. */
export const uploadsOptions = (brandId: string, campaignId: string, { page = 1 }: ContentAddress) => ({
  ...callOptions(listUploads, { params: { brandId, campaignId }, query: { page } }),
  ...live,
});

/** A page of the live posts. */
export const shoutoutsOptions = (campaignId: string, { page = 1 }: ContentAddress) => ({
  ...callOptions(listShoutouts, { params: { campaignId, page } }),
  ...live,
});

/** A page of the stories. */
export const storiesOptions = (campaignId: string, { page = 1 }: ContentAddress) => ({
  ...callOptions(listStories, { params: { campaignId, page } }),
  ...live,
});

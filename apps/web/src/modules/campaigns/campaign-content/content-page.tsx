import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import type { ReactNode } from 'react';
import { PageNav } from '../../../shared/list/page-nav.tsx';
import { type LoadQuery, LoadState } from '../../../shared/screen/load-state.tsx';
import './campaign-content.css';

interface ContentPageProps<Page> {
  /** What is listed, in the plural and small: 'uploads'. */
  what: string;
  query: LoadQuery & { data: Page | undefined };
  empty: { title: string; text: string; actions?: ReactNode };
  /** Buttons above the list, once something stands in it. */
  tools?: ReactNode;
  onPage: (page: number) => void;
  children: (page: Page) => ReactNode;
}

/** A tab that lists content page by page, in each of its states. */
export function ContentPage<Page extends { page: number; pages: number; total: number }>(
  props: ContentPageProps<Page>,
) {
  const { what, query, empty, tools, onPage, children } = props;
  const { data } = query;
  return (
    <div className="t-page campaign-content">
      <LoadState what={`the ${what}`} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {data && data.total === 0 && <EmptyState {...empty} drawing="seats" />}
      {data && data.total > 0 && (
        <>
          {tools && <div className="campaign-content-tools">{tools}</div>}
          {data.page > data.pages ? (
            <EmptyState
              title="This page is empty."
              drawing="none"
              actions={<Button onClick={() => onPage(1)}>Show the first page</Button>}
            />
          ) : (
            children(data)
          )}
          <PageNav label={`Pages of ${what}`} of={data} onPage={onPage} />
        </>
      )}
    </div>
  );
}

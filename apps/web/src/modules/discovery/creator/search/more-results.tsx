import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Spinner } from '@troupe/ui/feedback/spinner';
import { useEffect, useRef } from 'react';
import { t } from '../messages/messages.gen.ts';
import type { CreatorSearchState } from './use-creator-search.ts';

/** Pages load automatically up to here, then on click, so that the footer is reachable. */
const AUTOMATIC = 96;

/** Loads the next page at the end of the results. */
export function MoreResults({ search, shown }: { search: CreatorSearchState; shown: number }) {
  const place = useRef<HTMLDivElement>(null);
  const { loadingMore, moreFailed, loadMore } = search;
  const load = useRef(loadMore);
  useEffect(() => {
    load.current = loadMore;
  });
  const loadsItself = shown < AUTOMATIC && !moreFailed;
  const automatic = loadsItself && !loadingMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own place to watch
  useEffect(() => {
    if (!automatic || !place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load.current(), {
      rootMargin: '800px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [automatic, shown]);
  // New rows take its place, so it doesn't move.
  if (loadsItself)
    return (
      <div key={shown} ref={place} className="creator-search-more" data-waiting>
        {loadingMore && <Spinner size={18} />}
      </div>
    );
  return (
    <div ref={place} className="creator-search-more">
      {moreFailed ? (
        <ErrorState
          title={t('more.failed')}
          text={t('more.failedText')}
          busy={loadingMore}
          onRetry={() => void loadMore()}
        />
      ) : (
        <Button busy={loadingMore} onClick={() => void loadMore()}>
          {t('more.action')}
        </Button>
      )}
    </div>
  );
}

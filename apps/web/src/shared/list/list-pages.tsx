import { PAGE_SIZE } from '@troupe/domain/shape';
import { Button } from '@troupe/ui/action/button';
import { Pager } from '@troupe/ui/layout/pager';
import { useEffect, useEffectEvent, useRef } from 'react';
import { t } from '../messages/messages.gen.ts';
import './load-more.css';

interface LoadMoreProps {
  /** How many are still to come. */
  left: number;
  busy: boolean;
  failed: boolean;
  onMore: () => void;
}

/** Fetches the next page before the end comes into sight; a button for when that failed or is not wanted. */
export function LoadMore({ left, busy, failed, onMore }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  const waiting = left > 0 && !busy && !failed;
  useEffect(() => {
    const node = place.current;
    if (!node || !waiting) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more(),
      { rootMargin: '600px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [waiting]);
  if (left <= 0) return null;
  return (
    <div ref={place} className="load-more">
      <Button kind="quiet" busy={busy} onClick={onMore}>
        {failed ? t('list.moreFailed') : t('list.showMore', { count: Math.min(left, 24) })}
      </Button>
    </div>
  );
}

interface PageNavProps {
  /** Accessible name: `Pages of orders`. */
  label: string;
  /** The loaded pages; undefined before the first. */
  of: { page: number; pages: number; total: number } | undefined;
  onPage: (page: number) => void;
}

/** The way to the pages before and after the one that was answered. */
export function PageNav({ label, of, onPage }: PageNavProps) {
  if (!of) return null;
  const { page, pages, total } = of;
  return <Pager label={label} page={page} pages={pages} total={total} pageSize={PAGE_SIZE} onPage={onPage} />;
}

import { Button } from '@troupe/ui/action/button';
import { useEffect, useEffectEvent, useRef } from 'react';
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
        {failed ? "Couldn't load more. Retry" : `Show ${Math.min(left, 24)} more`}
      </Button>
    </div>
  );
}

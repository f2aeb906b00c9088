import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Mention } from '@troupe/domain/listening/mention';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Up to here all mentions are drawn: the browser's own search then finds them. */
const ALL_DRAWN = 100;
/** Until a card is measured. */
const CARD_HEIGHT = 180;

interface MentionListProps {
  label: string;
  mentions: readonly Mention[];
  /** Gets the function that scrolls to a mention that is not drawn. */
  reach: RefObject<((key: string) => void) | null>;
  /** Ids of mentions that are drawn wherever they are: the one with the focus, the one in the drawer. */
  keep: readonly (string | undefined)[];
  children: (mention: Mention) => ReactNode;
}

/** Mentions as a list; of many only those in sight are drawn. */
export function MentionList({ label, mentions, reach, keep, children }: MentionListProps) {
  const place = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const windowed = mentions.length > ALL_DRAWN;
  useLayoutEffect(() => {
    const measure = () =>
      setTop(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  const kept = keep.map((id) => mentions.findIndex((mention) => mention.id === id));
  const virtual = useWindowVirtualizer({
    enabled: windowed,
    count: mentions.length,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => mentions[index]?.id ?? index,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: 88,
    scrollPaddingEnd: 88,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept.filter((index) => index >= 0)])].sort(
        (one, other) => one - other,
      ),
  });
  useEffect(() => {
    reach.current = (key) => {
      const index = mentions.findIndex(({ id }) => id === key);
      if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    };
    return () => {
      reach.current = null;
    };
  }, [mentions, reach, virtual]);
  if (!windowed)
    return (
      <ul ref={place} className="listening-feed" aria-label={label}>
        {mentions.map((mention) => (
          <li key={mention.id}>{children(mention)}</li>
        ))}
      </ul>
    );
  return (
    <ul
      ref={place}
      className="listening-feed"
      aria-label={label}
      data-windowed
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const mention = mentions[index];
        return (
          mention && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="listening-windowed"
              aria-setsize={mentions.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(mention)}
            </li>
          )
        );
      })}
    </ul>
  );
}

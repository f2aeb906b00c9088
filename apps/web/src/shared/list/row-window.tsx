import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Which rows of a long table are drawn, and how high each row is, in pixels. */
export interface DrawnRows {
  indexes: readonly number[];
  height: number;
}

interface RowWindowProps {
  entries: readonly { id: string }[];
  /** Gets the function that scrolls to a row that is not drawn. */
  reach: RefObject<((key: string) => void) | null>;
  keep: readonly (string | undefined)[];
  /** The body of the table. */
  body: RefObject<HTMLTableSectionElement | null>;
  /** Until a row is drawn and can be measured; on phones they are higher. */
  rowHeight: number;
  onChange: (drawn: DrawnRows) => void;
}

/**
 * Tells which rows of a long table to draw: those in view, a few around them, and those kept because they have the
 * focus or the drawer. All rows are alike. Draws nothing itself.
 */
export default function RowWindow({ entries, reach, keep, body, rowHeight, onChange }: RowWindowProps) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(rowHeight);
  useLayoutEffect(() => {
    const measure = () => {
      setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
      setHeight(body.current?.querySelector('[data-row]')?.getBoundingClientRect().height || rowHeight);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [body, rowHeight]);
  const kept = keep.map((id) => entries.findIndex((entry) => entry.id === id));
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => height,
    overscan: 16,
    scrollMargin: top,
    scrollPaddingStart: 88,
    scrollPaddingEnd: 88,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept.filter((index) => index >= 0)])].sort(
        (one, other) => one - other,
      ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every place is another where rows have another height
  useLayoutEffect(() => virtual.measure(), [virtual, height]);
  useEffect(() => {
    reach.current = (key) => {
      const index = entries.findIndex(({ id }) => id === key);
      if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    };
    return () => {
      reach.current = null;
    };
  }, [entries, reach, virtual]);

  const indexes = virtual
    .getVirtualItems()
    .map(({ index }) => index)
    .join();
  useLayoutEffect(() => {
    // None are known before the window has been measured.
    if (indexes) onChange({ indexes: indexes.split(',').map(Number), height });
  }, [indexes, height, onChange]);
  return null;
}

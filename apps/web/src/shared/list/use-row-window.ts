import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Up to here all rows are drawn: the browser's own search then finds them. */
const ALL_DRAWN = 100;
/** Until one is drawn and can be measured; on phones they are higher. All rows are alike. */
const ROW_HEIGHT = 44;

interface DrawnRow<Entry> {
  entry: Entry;
  index: number;
  /** Height of the rows before it that are not drawn, in pixels. */
  gap: number;
}

/**
 * Returns which rows of a long table to render: those in view, a few around them, and those kept because they have the
 * focus or the drawer. `rest` is the height of the rows after them, in pixels.
 */
export function useRowWindow<Entry extends { id: string }>(props: {
  entries: readonly Entry[];
  /** Gets the function that scrolls to a row that is not drawn. */
  reach: RefObject<((key: string) => void) | null>;
  keep: readonly (string | undefined)[];
}) {
  const { entries, reach } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(ROW_HEIGHT);
  const windowed = entries.length > ALL_DRAWN;
  useLayoutEffect(() => {
    const measure = () => {
      setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
      setHeight(body.current?.querySelector('[data-row]')?.getBoundingClientRect().height || ROW_HEIGHT);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  const kept = props.keep.map((id) => entries.findIndex((entry) => entry.id === id));
  const virtual = useWindowVirtualizer({
    enabled: windowed,
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

  const rows: DrawnRow<Entry>[] = [];
  let drawn = 0;
  const indexes = windowed ? virtual.getVirtualItems().map(({ index }) => index) : entries.keys();
  for (const index of indexes) {
    const entry = entries[index];
    if (!entry) continue;
    rows.push({ entry, index, gap: (index - drawn) * height });
    drawn = index + 1;
  }
  return { body, rows, rest: (entries.length - drawn) * height };
}

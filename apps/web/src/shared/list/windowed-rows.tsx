import { usePreload } from '@troupe/ui/hooks';
import { onDemand } from '@troupe/ui/lib/on-demand';
import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { DrawnRows } from './row-window.tsx';
import './windowed-rows.css';

/** Up to here all rows are drawn: the browser's own search then finds them. */
const ALL_DRAWN = 100;
/** Of a table that is long from the start, as many as fit a large window, until it is known which are in view. */
const AT_FIRST: DrawnRows = { indexes: Array.from({ length: 40 }, (_, index) => index), height: 44 };

// Most tables are short, and the first rows of a long one need no window.
const RowWindow = onDemand(() => import('./row-window.tsx').then((module) => module.default));

interface WindowedRowsProps<Entry> {
  entries: readonly Entry[];
  /** Gets the function that scrolls to a row that is not drawn. */
  reach: RefObject<((key: string) => void) | null>;
  /** Ids of rows that are drawn wherever they are: the one with the focus, the one in the drawer. */
  keep: readonly (string | undefined)[];
  /** One row; `rowIndex` is its place in the whole table, whose head is 1. */
  children: (entry: Entry, rowIndex: number) => ReactNode;
}

/** The body of a long table; of many rows only those in sight are drawn. */
export function WindowedRows<Entry extends { id: string }>(props: WindowedRowsProps<Entry>) {
  const { entries, reach, keep, children } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const windowed = entries.length > ALL_DRAWN;
  // A table that grows keeps all its rows until then: the ones in view would be missing for a moment.
  const [drawn, setDrawn] = useState(windowed ? AT_FIRST : null);
  if (!windowed && drawn) setDrawn(null);
  const { height } = drawn ?? AT_FIRST;
  usePreload(RowWindow.load);
  const rows: ReactNode[] = [];
  let next = 0;
  for (const index of drawn?.indexes ?? entries.keys()) {
    const entry = entries[index];
    if (!entry) continue;
    rows.push(
      <Fragment key={entry.id}>
        {index > next && <Gap height={(index - next) * height} />}
        {children(entry, index + 2)}
      </Fragment>,
    );
    next = index + 1;
  }
  return (
    <>
      <tbody ref={body}>
        {rows}
        {next < entries.length && <Gap height={(entries.length - next) * height} />}
      </tbody>
      {windowed && (
        <RowWindow
          entries={entries}
          reach={reach}
          keep={keep}
          body={body}
          rowHeight={AT_FIRST.height}
          onChange={setDrawn}
        />
      )}
    </>
  );
}

/** Stands for rows that are not drawn. One cell: a wider one would make columns where some are hidden. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus
    <tr className="windowed-gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}

import { Fragment, type ReactNode, type RefObject } from 'react';
import { useRowWindow } from './use-row-window.ts';
import './windowed-rows.css';

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
  const { children, ...window } = props;
  const { body, rows, rest } = useRowWindow(window);
  return (
    <tbody ref={body}>
      {rows.map(({ entry, index, gap }) => (
        <Fragment key={entry.id}>
          {gap > 0 && <Gap height={gap} />}
          {children(entry, index + 2)}
        </Fragment>
      ))}
      {rest > 0 && <Gap height={rest} />}
    </tbody>
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

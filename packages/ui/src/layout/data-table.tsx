import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type TdHTMLAttributes,
  type ThHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import { Checkbox } from '../field/choice.tsx';
import './data-table.css';

interface TableProps extends HTMLAttributes<HTMLTableElement> {
  /** Accessible name. */
  label: string;
  /** Row height: row 44, ledger 36, preview 28. */
  density?: 'row' | 'ledger' | 'preview';
  /** Extends 10 px past the sheet's padding, so that text lines up with the title. */
  bleed?: boolean;
}

/** Lines only between rows; sticky header. */
export function Table({ label, density = 'row', bleed = false, ...table }: TableProps) {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setScrolls(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    // A table wider than its container scrolls with the arrow keys.
    <div
      ref={place}
      className="t-table-place"
      data-bleed={bleed || undefined}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': t('table.sideways', { label }) } : {})}
    >
      <table
        {...table}
        aria-label={label}
        className={`t-table ${table.className ?? ''}`}
        data-density={density}
      />
    </div>
  );
}

interface ThProps extends ThHTMLAttributes<HTMLTableCellElement> {
  numeric?: boolean;
  /** The current sort direction of this column. */
  sort?: 'asc' | 'desc' | undefined;
  onSort?: (() => void) | undefined;
}

export function Th({ numeric, sort, onSort, children, ...cell }: ThProps) {
  const arrow =
    sort === 'asc' ? <IconArrowUp size={14} /> : sort === 'desc' ? <IconArrowDown size={14} /> : null;
  return (
    <th
      scope="col"
      {...cell}
      data-numeric={numeric || undefined}
      aria-sort={sort ? (sort === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {onSort ? (
        <button type="button" className="t-th-sort" onClick={onSort}>
          {children}
          {arrow}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

const isControl = (event: MouseEvent<HTMLElement>) => {
  const target = event.target as Element;
  if (!event.currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select, textarea, [role=menuitem]') !== null;
};

interface TrProps extends HTMLAttributes<HTMLTableRowElement> {
  selected?: boolean;
  /** Open in the drawer. */
  current?: boolean;
  /** Called for clicks on the row outside of controls. */
  onOpen?: (() => void) | undefined;
  ref?: Ref<HTMLTableRowElement>;
}

/** A row. Spread `rowProps(key)` of useArrowList for keyboard navigation. */
export function Tr({ selected, current, onOpen, onClick, ...row }: TrProps) {
  return (
    <tr
      {...row}
      data-selected={selected || undefined}
      data-opens={onOpen ? true : undefined}
      aria-selected={selected}
      aria-current={current || undefined}
      onClick={(event) => {
        onClick?.(event);
        if (onOpen && !isControl(event)) onOpen();
      }}
    />
  );
}

export function Td({ numeric, ...cell }: TdHTMLAttributes<HTMLTableCellElement> & { numeric?: boolean }) {
  return <td {...cell} data-numeric={numeric || undefined} />;
}

interface SelectProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
}

/** The checkbox that selects all rows. */
export function SelectTh({ onChange, ...box }: SelectProps) {
  return (
    <th scope="col" className="t-select-cell">
      <Checkbox {...box} hideLabel onChange={(event) => onChange(event.target.checked)} />
    </th>
  );
}

/** The checkbox of one row. */
export function SelectTd({ onChange, ...box }: SelectProps) {
  return (
    <td className="t-select-cell">
      <Checkbox {...box} hideLabel onChange={(event) => onChange(event.target.checked)} />
    </td>
  );
}

/** Shown while the row is hovered or has focus; always shown on touch screens. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="t-row-actions">{children}</div>;
}

import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { Link } from '../action/link.tsx';
import type { Align, Side } from '../lib/place.ts';
import { Anchored, type TriggerProps } from './anchored.tsx';
import { Floating } from './floating.tsx';
import './menu.css';

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  /** At the right, in ink3: a cost, a count, a key. */
  hint?: ReactNode;
  onClick?: () => void;
  href?: string;
  target?: string;
  danger?: boolean;
  /** Marks the chosen one of a group (radio). */
  checked?: boolean;
  disabledReason?: string | undefined;
}

export type MenuItem = MenuAction | 'divider' | { heading: string };

interface MenuProps {
  label: string;
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
  width?: number;
  side?: Side;
  align?: Align;
}

function Entry({ item, close }: { item: MenuAction; close: () => void }) {
  const { label, icon, hint, onClick, href, target, danger, checked, disabledReason } = item;
  const shared = {
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    className: 't-menu-item',
    'data-danger': danger || undefined,
    'aria-checked': checked,
  } as const;
  const content = (
    <>
      {icon}
      <span className="t-grow t-ellipsis">
        {label}
        {disabledReason && <span className="t-menu-reason">{disabledReason}</span>}
      </span>
      {hint !== undefined && <span className="t-menu-hint">{hint}</span>}
    </>
  );
  const run = () => {
    close();
    onClick?.();
  };
  if (href && !disabledReason) {
    return (
      <Link {...shared} href={href} target={target} onClick={run}>
        {content}
      </Link>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      aria-disabled={disabledReason ? true : undefined}
      onClick={disabledReason ? undefined : run}
    >
      {content}
    </button>
  );
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^=menuitem]')];

function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = itemsOf(event.currentTarget);
  const now = items.indexOf(document.activeElement as HTMLElement);
  const go = (index: number) => {
    event.preventDefault();
    items.at(index % items.length)?.focus();
  };
  if (event.key === 'ArrowDown') go(now + 1);
  else if (event.key === 'ArrowUp') go(now < 0 ? -1 : now - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(-1);
  else if (event.key === 'Tab') {
    event.preventDefault();
    close();
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
    const letter = event.key.toLowerCase();
    const after = [...items.slice(now + 1), ...items.slice(0, now + 1)];
    after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  }
}

/** Actions behind one button. Arrow keys, Home, End and first letters move; Escape closes. */
export function Menu({ label, trigger, items, width = 220, side, align }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  return (
    <Anchored trigger={trigger} opens="menu" open={open} id={id} onToggle={() => setOpen(!open)}>
      {(anchor) => (
        <Floating
          anchor={anchor}
          side={side}
          align={align}
          onClose={close}
          trap
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className="t-menu"
          style={{ minWidth: width }}
          onKeyDown={(event) => moveFocus(event, close)}
        >
          {items.map((item, index) => {
            // The list is rebuilt as a whole, so a place in it names an item well enough.
            const key = `${index}`;
            if (item === 'divider') return <hr key={key} className="t-menu-divider" />;
            if ('heading' in item) {
              return (
                <div key={key} className="t-menu-heading" role="presentation">
                  {item.heading}
                </div>
              );
            }
            return <Entry key={key} item={item} close={close} />;
          })}
        </Floating>
      )}
    </Anchored>
  );
}

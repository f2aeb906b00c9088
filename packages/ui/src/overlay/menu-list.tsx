import { MenuItem as Item, Menu, useMenuStore } from '@ariakit/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { Link } from '../action/link.tsx';
import { type FloatingPlace, floatingStore, useFloatingPanel } from './floating.tsx';

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  /** At the right, in ink3: a cost, a count, a key. */
  hint?: ReactNode;
  onClick?: () => void;
  href?: string;
  target?: string;
  danger?: boolean;
  /** Marks the selected one of a group (radio). */
  checked?: boolean;
  disabledReason?: string | null | undefined;
}

export type MenuItem = MenuAction | 'divider' | { heading: string };

/** Leaves out dividers with nothing on one side: callers list only what a person may do. */
export function tidyItems(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.filter((item, index) => {
    if (item !== 'divider') return true;
    const previous = items[index - 1];
    const isLast = items.slice(index + 1).every((later) => later === 'divider');
    return previous !== undefined && previous !== 'divider' && !isLast;
  });
}

interface MenuListProps extends FloatingPlace {
  id: string;
  label: string;
  items: readonly MenuItem[];
  width: number;
  onClose: () => void;
}

function Entry({ item }: { item: MenuAction }) {
  const { label, icon, hint, onClick, href, target, danger, checked, disabledReason } = item;
  return (
    <Item
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      className="t-menu-item"
      data-danger={danger || undefined}
      aria-checked={checked}
      // Hovering highlights the item without moving the focus.
      focusOnHover={false}
      blurOnHoverEnd={false}
      disabled={Boolean(disabledReason)}
      accessibleWhenDisabled
      onClick={onClick}
      render={
        href !== undefined && !disabledReason ? (
          <Link href={href} target={target} />
        ) : (
          <button type="button" />
        )
      }
    >
      {icon}
      <span className="t-grow t-ellipsis">
        {label}
        {disabledReason && <span className="t-menu-reason">{disabledReason}</span>}
      </span>
      {hint !== undefined && <span className="t-menu-hint">{hint}</span>}
    </Item>
  );
}

/** The menu panel, loaded on demand. */
export default function MenuList({ id, label, items, width, onClose, ...place }: MenuListProps) {
  const store = useMenuStore({ ...floatingStore(place, onClose), focusLoop: true });
  const panel = useFloatingPanel(place, onClose);
  useLayoutEffect(() => {
    store.setInitialFocus('first');
    store.setAutoFocusOnShow(true);
  }, [store]);
  return (
    <Menu
      {...panel}
      store={store}
      id={id}
      aria-label={label}
      className="t-floating t-menu"
      style={{ minWidth: width }}
      onKeyDown={(event) => {
        if (event.key.startsWith('Arrow')) event.stopPropagation();
      }}
    >
      {tidyItems(items).map((item, index) => {
        // The list is rebuilt as a whole, so an index is a good enough key.
        const key = `${index}`;
        if (item === 'divider') return <hr key={key} className="t-menu-divider" />;
        if ('heading' in item) {
          return (
            <div key={key} className="t-menu-heading" role="presentation">
              {item.heading}
            </div>
          );
        }
        return <Entry key={key} item={item} />;
      })}
    </Menu>
  );
}

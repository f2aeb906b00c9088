import { lazy, type ReactElement, Suspense, useId, useState } from 'react';
import { PartBoundary } from '../feedback/missing-part.tsx';
import { Anchored, type TriggerProps } from './anchored.tsx';
import type { Align, Side } from './floating.tsx';
import './menu.css';
import type { MenuAction, MenuItem } from './menu-list.tsx';

const loadList = () => import('./menu-list.tsx');
const MenuList = lazy(loadList);

/** Loads the panel of menus ahead of the first one. */
export const fetchMenuList = (): void => void loadList().catch(() => {});

export type { MenuAction, MenuItem };

interface MenuProps {
  label: string;
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
  width?: number;
  side?: Side;
  align?: Align;
}

/** Actions behind one button. Arrow keys, Home, End and first letters move; Escape closes. */
export function Menu({ label, trigger, items, width = 220, side, align }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Anchored
      trigger={trigger}
      opens="menu"
      open={open}
      id={id}
      onToggle={() => setOpen(!open)}
      onApproach={fetchMenuList}
    >
      {(anchor) => (
        <PartBoundary>
          <Suspense>
            <MenuList
              id={id}
              label={label}
              items={items}
              width={width}
              anchor={anchor}
              side={side}
              align={align}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </PartBoundary>
      )}
    </Anchored>
  );
}

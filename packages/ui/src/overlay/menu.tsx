import { lazy, type ReactElement, Suspense, useId, useState } from 'react';
import { PartBoundary } from '../feedback/missing-part.tsx';
import { type Align, Anchored, type Side, type TriggerProps } from './anchored.tsx';
import './menu.css';
import type { MenuAction, MenuItem } from './menu-list.tsx';

/** Loads the panel of menus, ahead of the first one too. */
export const loadMenuList = () => import('./menu-list.tsx');
const MenuList = lazy(loadMenuList);
/** Without a connection the panel says so once it opens. */
const approach = (): void => void loadMenuList().catch(() => {});

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
      onApproach={approach}
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

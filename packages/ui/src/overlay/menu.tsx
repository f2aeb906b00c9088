import { lazy, type ReactElement, Suspense, useId, useState } from 'react';
import { PartBoundary } from '../feedback/missing-part.tsx';
import { type Align, Anchored, type Side, type TriggerProps } from './anchored.tsx';
import './menu.css';
import type { MenuAction, MenuItem } from './menu-list.tsx';

/** Preloads the panel of menus. */
export const loadMenuList = () => import('./menu-list.tsx');
const MenuList = lazy(loadMenuList);
/** Offline, the panel shows an error when it opens. */
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

/** A menu behind a button. Arrow keys, Home, End and typing move; Escape closes. */
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

import { IconDots } from '@tabler/icons-react';
import { IconButton } from '../action/icon-button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

interface MoreMenuProps {
  /** Accessible name of the button and its menu: what the actions are for. */
  label: string;
  items: readonly MenuItem[];
  size?: 'row' | 'md';
  look?: 'ghost' | 'edged';
}

/** A three-dot menu, aligned with the end of its button, for actions that don't fit in a row or header. */
export function MoreMenu({ label, items, size = 'row', look = 'ghost' }: MoreMenuProps) {
  return (
    <Menu
      label={label}
      align="end"
      trigger={<IconButton label={label} icon={<IconDots size={18} />} size={size} look={look} noTooltip />}
      items={items}
    />
  );
}

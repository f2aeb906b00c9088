import { IconCheck, IconChevronDown, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { Avatar } from '@troupe/ui/content/avatar';
import { Menu } from '@troupe/ui/overlay/menu';
import { useColorScheme } from '@troupe/ui/provider';
import type { ButtonHTMLAttributes } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import './user-menu.css';

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Profile, Account, colours and Sign Out behind the person's picture. */
export function UserMenu() {
  const me = useMe();
  const { choice, setChoice } = useColorScheme();
  const name = me ? `${me.firstName} ${me.lastName}`.trim() || me.email : '';
  return (
    <Menu
      label="User menu"
      align="end"
      width={220}
      trigger={<UserButton name={name} picture={me?.pictureUrl} />}
      items={[
        ...(me ? [{ heading: me.email }] : []),
        { label: 'Profile', icon: <IconUserCircle />, href: '/profile' },
        { label: 'Account', icon: <IconSettings />, href: '/account' },
        'divider',
        { heading: 'Theme' },
        ...schemes.map(({ value, label }) => ({
          label,
          checked: choice === value,
          hint: choice === value ? <IconCheck /> : undefined,
          onClick: () => setChoice(value),
        })),
        'divider',
        { label: 'Sign Out', icon: <IconLogout />, href: '/logout' },
      ]}
    />
  );
}

interface UserButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  name: string;
  picture: string | null | undefined;
}

function UserButton({ name, picture, ...button }: UserButtonProps) {
  return (
    <button
      type="button"
      className="user-button"
      {...button}
      aria-label={`User menu${name ? `, ${name}` : ''}`}
    >
      <Avatar name={name} src={picture} size={28} />
      <IconChevronDown size={16} />
    </button>
  );
}

import { IconCheck, IconChevronDown, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { Avatar } from '@troupe/ui/content/avatar';
import { Menu } from '@troupe/ui/overlay/menu';
import { useColorScheme } from '@troupe/ui/provider';
import type { ButtonHTMLAttributes } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import './user-menu.css';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Profile, Account, colours and Sign Out behind the person's picture. */
export function UserMenu() {
  const me = useMe();
  const { choice, setChoice } = useColorScheme();
  const name = me ? `${me.firstName} ${me.lastName}`.trim() || me.email : '';
  return (
    <Menu
      label={t('userMenu')}
      align="end"
      width={220}
      trigger={<UserButton name={name} picture={me?.pictureUrl} />}
      items={[
        ...(me ? [{ heading: me.email }] : []),
        { label: t('profile.title'), icon: <IconUserCircle />, href: '/profile' },
        { label: shared('account'), icon: <IconSettings />, href: '/account' },
        'divider',
        { heading: t('theme') },
        ...SCHEMES.map((value) => ({
          label: t(`theme.${value}`),
          checked: choice === value,
          hint: choice === value ? <IconCheck /> : undefined,
          onClick: () => setChoice(value),
        })),
        'divider',
        { label: shared('action.signOut'), icon: <IconLogout />, href: '/logout' },
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
      aria-label={t('userMenu.of', { hasName: name ? 'yes' : 'no', name })}
    >
      <Avatar name={name} src={picture} size={28} />
      <IconChevronDown size={16} />
    </button>
  );
}

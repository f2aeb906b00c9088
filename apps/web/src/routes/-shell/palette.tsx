import { IconBookmark, IconSend } from '@tabler/icons-react';
import { useSelectBrand } from '../../features/brand/select-brand.ts';
import { useInboxLink } from '../../features/campaign/use-inbox-link.ts';
import CommandPalette from '../../features/command-palette/command-palette.tsx';
import { menuEntries } from './menu-entries.ts';

/** The command palette with the screens of the menu. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const inbox = useInboxLink();
  const screens = menuEntries().map(({ label, href, icon: Icon }) => ({
    label,
    href: href === '/inbox' ? inbox.href : href,
    icon: <Icon size={18} />,
  }));
  const lists = { label: 'Creator lists', href: '/creator-search/lists', icon: <IconBookmark size={18} /> };
  const invites = {
    label: 'Campaign invites',
    href: '/creator-search/invites',
    icon: <IconSend size={18} />,
  };
  return (
    <CommandPalette screens={[...screens, lists, invites]} selectBrand={useSelectBrand()} onClose={onClose} />
  );
}

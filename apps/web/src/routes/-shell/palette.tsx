import { useSelectBrand } from '../../features/brand/select-brand.ts';
import { useInboxLink } from '../../features/campaign/use-inbox-link.ts';
import CommandPalette from '../../features/command-palette/command-palette.tsx';
import { useFlag } from '../../shared/flags.ts';
import { menuEntries } from './menu-entries.ts';

/** The command palette with the screens of the menu. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const analytics = useFlag('analyticsDashboardBeta');
  const inbox = useInboxLink();
  const screens = menuEntries
    .filter((entry) => entry.flag !== 'analyticsDashboardBeta' || analytics)
    .map(({ label, href, icon: Icon }) => ({
      label,
      href: href === '/inbox' ? inbox.href : href,
      icon: <Icon size={18} />,
    }));
  const more = [{ label: 'Creator lists', href: '/creator-search/lists', icon: screens[2]?.icon }];
  return <CommandPalette screens={[...screens, ...more]} selectBrand={useSelectBrand()} onClose={onClose} />;
}

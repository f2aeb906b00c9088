import { IconBookmark, IconChartDonut3, IconCoins, IconPlugConnected, IconSend } from '@tabler/icons-react';
import { useSelectBrand } from '../../modules/account/brand/select-brand.ts';
import { useInboxLink } from '../../modules/campaigns/campaign/campaign-queries.ts';
import {
  PaletteList,
  type PaletteListProps,
} from '../../modules/operations/command-palette/palette-list.tsx';
import { useMe } from '../../shared/brand/current-brand.ts';
import { menuEntries } from './menu-entries.tsx';

/** The commands of the palette, with the screens of the menu. */
export default function Palette(props: PaletteListProps) {
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
  const insights = {
    label: 'Deep Insights',
    href: '/creator-search/deep-insights',
    icon: <IconChartDonut3 size={18} />,
  };
  const credits = { label: 'Credits', href: '/account/credits', icon: <IconCoins size={18} /> };
  const administration = { label: 'Administration', href: '/admin', icon: <IconPlugConnected size={18} /> };
  const administrator = useMe()?.role === 'administrator';
  return (
    <PaletteList
      {...props}
      screens={[...screens, lists, invites, insights, credits, ...(administrator ? [administration] : [])]}
      selectBrand={useSelectBrand()}
    />
  );
}

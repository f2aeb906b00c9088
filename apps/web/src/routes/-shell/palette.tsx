import { IconBookmark, IconChartDonut3, IconCoins, IconPlugConnected, IconSend } from '@tabler/icons-react';
import { useSelectBrand } from '../../modules/account/brand/select-brand.ts';
import { useInboxLink } from '../../modules/campaigns/campaign/campaign-queries.ts';
import {
  PaletteList,
  type PaletteListProps,
} from '../../modules/operations/command-palette/palette-list.tsx';
import { useMe } from '../../shared/brand/current-brand.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { menuEntries } from './menu-entries.tsx';
import { t } from './messages/messages.gen.ts';

/** The commands of the palette, with the screens of the menu. */
export default function Palette(props: PaletteListProps) {
  const inbox = useInboxLink();
  const screens = menuEntries().map(({ label, href, icon: Icon }) => ({
    label: label(),
    href: href === '/inbox' ? inbox.href : href,
    icon: <Icon size={18} />,
  }));
  const lists = {
    label: t('palette.lists'),
    href: '/creator-search/lists',
    icon: <IconBookmark size={18} />,
  };
  const invites = {
    label: t('palette.invites'),
    href: '/creator-search/invites',
    icon: <IconSend size={18} />,
  };
  const insights = {
    label: t('palette.insights'),
    href: '/creator-search/deep-insights',
    icon: <IconChartDonut3 size={18} />,
  };
  const credits = { label: t('palette.credits'), href: '/account/credits', icon: <IconCoins size={18} /> };
  const administration = { label: shared('admin'), href: '/admin', icon: <IconPlugConnected size={18} /> };
  const administrator = useMe()?.role === 'administrator';
  return (
    <PaletteList
      {...props}
      screens={[...screens, lists, invites, insights, credits, ...(administrator ? [administration] : [])]}
      selectBrand={useSelectBrand()}
    />
  );
}

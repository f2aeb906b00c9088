import {
  IconAffiliate,
  IconBroadcast,
  IconChartBar,
  IconHome,
  IconInbox,
  IconSettings,
  IconSpeakerphone,
  IconUserCircle,
  IconUserSearch,
} from '@tabler/icons-react';
import type { FeatureFlag } from '@troupe/domain/feature-flag';
import { Link } from '@troupe/ui/action/link';
import type { ComponentType } from 'react';
import { isFlagOn } from '../../shared/brand/flags.ts';
import { headerLinks, linkTarget } from '../../shared/links.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { t } from './messages/messages.gen.ts';
import './side-menu.css';

export interface MenuEntry {
  label: () => string;
  href: string;
  icon: ComponentType<{ size?: number }>;
  flag?: FeatureFlag;
  /** Shows a divider before it. */
  afterLine?: boolean;
}

const entries: readonly MenuEntry[] = [
  { label: () => t('menu.welcome'), href: '/welcome', icon: IconHome },
  { label: () => t('menu.campaigns'), href: '/campaigns', icon: IconSpeakerphone },
  { label: () => t('menu.recruitment'), href: '/creator-search', icon: IconUserSearch },
  {
    label: () => t('menu.analytics'),
    href: '/analytics',
    icon: IconChartBar,
    flag: 'analyticsDashboardBeta',
  },
  { label: () => t('menu.listening'), href: '/social-listening', icon: IconBroadcast },
  { label: () => t('menu.affiliate'), href: '/affiliate/dashboard', icon: IconAffiliate },
  { label: () => t('menu.inbox'), href: '/inbox', icon: IconInbox },
  { label: () => t('menu.profile'), href: '/profile', icon: IconUserCircle, afterLine: true },
  { label: () => shared('account'), href: '/account', icon: IconSettings },
];

/** The screens of the menu in their order, those whose feature is on. What's New opens a panel and follows them. */
export const menuEntries = (): MenuEntry[] => entries.filter(({ flag }) => !flag || isFlagOn(flag));

/** The first part of a path, which says what screen it belongs to: `/campaigns/1/metrics` -> `campaigns`. */
export function screenOf(path: string): string {
  return path.split('/')[1]?.split('?')[0] ?? '';
}

/** The entry that a path lies under; a campaign's builder belongs to Campaigns. */
export function isCurrent(entry: MenuEntry, path: string): boolean {
  const screen = screenOf(path) === 'campaign-builder' ? 'campaigns' : screenOf(path);
  return screenOf(entry.href) === screen;
}

/** The header's links as rows of a menu. */
export function TroupeRows({ onGo }: { onGo: () => void }) {
  return headerLinks().map(({ name, label }) => (
    <li key={name}>
      <Link href={linkTarget(name)} className="side-menu-row" onClick={onGo}>
        {label}
      </Link>
    </li>
  ));
}

const waysIn = [
  { href: '/login', label: () => shared('action.logIn') },
  { href: '/signup', label: () => t('action.signUp') },
  { href: '/book-a-demo', label: () => t('action.requestDemo') },
];

/** The ways in for visitors. */
export function WaysInRows({ onGo }: { onGo: () => void }) {
  return waysIn.map(({ href, label }) => (
    <li key={href}>
      <Link href={href} className="side-menu-row" onClick={onGo}>
        {label()}
      </Link>
    </li>
  ));
}

import {
  IconCode,
  IconGift,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Link } from '@troupe/ui/action/link';
import { Dot } from '@troupe/ui/content/pill';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { whenIdle } from '@troupe/ui/hooks';
import { compactCount } from '@troupe/ui/lib/format';
import { Tooltip } from '@troupe/ui/overlay/tooltip';
import { lazy, type ReactNode, Suspense } from 'react';
import { BrandBlock } from '../../modules/account/brand/brand-block.tsx';
import { useInboxLink } from '../../modules/campaigns/campaign/campaign-queries.ts';
import { brandOptions, useBrandIdOrNone, useMe } from '../../shared/brand/current-brand.ts';
import { isFlagOn } from '../../shared/brand/flags.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { openPanel, openUpdates } from '../../shared/panels.ts';
import { isCurrent, type MenuEntry, menuEntries, screenOf } from './menu-entries.tsx';
import { t } from './messages/messages.gen.ts';
import { toggleMenu, useMenuState } from './use-menu-state.ts';
import './side-menu.css';

/** The menu at the left, from 768 px up. */
export function SideMenu() {
  const { folded, narrow } = useMenuState();
  const me = useMe();
  const inAdmin = useRouterState({ select: (state) => state.location.pathname.startsWith('/admin') });
  const Fold = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside
      aria-label={t('menu.brandAndMenu')}
      className="side-menu"
      data-folded={folded || undefined}
      data-over={(narrow && !folded) || undefined}
    >
      <BrandBlock folded={folded} />
      <nav aria-label={t('menu.main')}>
        <MenuEntries folded={folded} />
      </nav>
      <div className="side-menu-foot">
        {!folded && <PlanLine />}
        {me?.role === 'administrator' && (
          <Named folded={folded} label={shared('admin')}>
            <Link
              href="/admin"
              className="side-menu-row"
              data-small
              aria-current={inAdmin ? 'page' : undefined}
            >
              <IconPlugConnected size={16} />
              <span>{shared('admin')}</span>
            </Link>
          </Named>
        )}
        {me?.role === 'administrator' && (
          <Named folded={folded} label={t('menu.queryTools')}>
            <button
              type="button"
              className="side-menu-row"
              data-small
              onClick={() => openPanel('query-tools')}
            >
              <IconCode size={16} />
              <span>{t('menu.queryTools')}</span>
            </button>
          </Named>
        )}
        <Named folded={folded} label={t('menu.expand')}>
          <button
            type="button"
            className="side-menu-row"
            data-small
            aria-expanded={!folded}
            onClick={toggleMenu}
          >
            <Fold size={16} />
            <span>{folded ? t('menu.expand') : t('menu.collapse')}</span>
          </button>
        </Named>
      </div>
    </aside>
  );
}

/** The entries themselves, for the side menu and the mobile menu. */
export function MenuEntries({ folded = false, onGo }: { folded?: boolean; onGo?: () => void }) {
  const screen = useRouterState({ select: (state) => screenOf(state.location.pathname) });
  return (
    <ul className="menu-entries">
      {menuEntries().map((entry) => (
        <li key={entry.href} data-after-line={entry.afterLine || undefined}>
          <Entry entry={entry} folded={folded} current={isCurrent(entry, `/${screen}`)} onGo={onGo} />
        </li>
      ))}
      {isFlagOn('whatsNew') && (
        <li data-after-line>
          <Named folded={folded} label={t('menu.whatsNew')}>
            <button
              type="button"
              className="side-menu-row"
              onClick={() => {
                onGo?.();
                openUpdates();
              }}
            >
              <IconGift size={18} />
              <span className="t-grow">{t('menu.whatsNew')}</span>
              <LateUpdatesMark />
            </button>
          </Named>
        </li>
      )}
    </ul>
  );
}

interface EntryProps {
  entry: MenuEntry;
  folded: boolean;
  current: boolean;
  onGo?: (() => void) | undefined;
}

function Entry({ entry, folded, current, onGo }: EntryProps) {
  const Icon = entry.icon;
  const inbox = useInboxLink();
  const isInbox = entry.href === '/inbox';
  return (
    <Named folded={folded} label={entry.label()}>
      <Link
        href={isInbox ? inbox.href : entry.href}
        className="side-menu-row"
        aria-current={current ? 'page' : undefined}
        onClick={onGo}
      >
        <Icon size={18} />
        <span className="t-grow">{entry.label()}</span>
        {isInbox && inbox.unread > 0 && (
          <span className="menu-unread">
            <span className="menu-unread-count">{compactCount(inbox.unread)}</span>
            <span className="t-hidden"> {t('menu.unread')}</span>
            <Dot />
          </span>
        )}
        {entry.href === '/social-listening' && <LateUnreadMark />}
      </Link>
    </Named>
  );
}

function Named({ folded, label, children }: { folded: boolean; label: string; children: ReactNode }) {
  return folded ? <Tooltip text={label}>{children}</Tooltip> : children;
}

/** A plan's slug as people write it: `self-serve` -> `Self-Serve`. */
function planName(planId: string): string {
  return planId.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The brand's plan at the foot of the menu; the first active subscription counts. */
function PlanLine() {
  const brandId = useBrandIdOrNone();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  if (!brand) return null;
  const plan = brand.activeSubscriptions[0];
  return (
    <p className="plan-line" data-plan={plan ? true : undefined}>
      <span className="t-medium">{plan ? planName(plan.planId) : t('plan.none')}</span>
      {plan ? (
        <LatePlanUse period={plan.period === 'yearly' ? t('plan.yearly') : t('plan.monthly')} />
      ) : (
        <Link href="/pricing" className="t-link">
          {t('plan.pricing')}
        </Link>
      )}
    </p>
  );
}

const PlanUse = lazy(() =>
  whenIdle()
    .then(() => import('./plan-figures.tsx'))
    .then((part) => ({ default: part.PlanUse })),
);

/** How much of its plan the brand uses, in the place of the plan's period. */
const LatePlanUse = ({ period }: { period: string }) => (
  <PartBoundary>
    <Suspense fallback={<span className="plan-use">{period}</span>}>
      <PlanUse period={period} />
    </Suspense>
  </PartBoundary>
);

const UnreadMark = lazy(() => whenIdle().then(() => import('../../modules/listening/unread-mark.tsx')));

/** The number of unread mentions. */
const LateUnreadMark = () => (
  <PartBoundary>
    <Suspense>
      <UnreadMark />
    </Suspense>
  </PartBoundary>
);

const UpdatesMark = lazy(() =>
  whenIdle().then(() => import('../../modules/site/product-update/updates-mark.tsx')),
);

/** How much of What's New is unread. */
const LateUpdatesMark = () => (
  <PartBoundary>
    <Suspense>
      <UpdatesMark />
    </Suspense>
  </PartBoundary>
);

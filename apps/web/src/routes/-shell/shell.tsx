import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useHotkey } from '@troupe/ui/action/hotkey';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { usePreload } from '@troupe/ui/hooks';
import { SkipLink } from '@troupe/ui/layout/visually-hidden';
import { loadModal } from '@troupe/ui/overlay/overlay';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSelectBrand } from '../../modules/account/brand/select-brand.ts';
import { meOptions, useBrandIdOrNone, useMe } from '../../shared/brand/current-brand.ts';
import { isFlagOn } from '../../shared/brand/flags.ts';
import { config } from '../../shared/config.ts';
import { closePanel, dropEarlyKeys, endEarlyKeys, openPanel } from '../../shared/panels.ts';
import { PageLoading } from '../../shared/screen/screen.tsx';
import { useSession } from '../../shared/session/session.ts';
import { LateConnectionLine, LateLiveUpdates, LateTeamInvites } from './after-start.tsx';
import { Header } from './header.tsx';
import { LateStore, LateSupport } from './late-parts.tsx';
import { screenOf } from './menu-entries.tsx';
import { t } from './messages/messages.gen.ts';
import { Panels } from './panels.tsx';
import { PastDueNote } from './past-due.tsx';
import { SideMenu } from './side-menu.tsx';
import { SmallScreenWarning } from './small-screen-warning.tsx';
import { foldOverPage, useMenuState } from './use-menu-state.ts';
import './shell.css';
import './new-dashboard-notice.css';

/** Header, side menu and the sheet with the screen. Members get the menu; visitors the header alone. */
export function Shell({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const signedIn = useSession().status !== 'none';
  const me = useQuery({ ...meOptions, enabled: signedIn });
  const role = me.data?.role;
  const member = role === 'administrator' || (me.data?.brandProfiles.length ?? 0) > 0;
  // While the current user cannot be read the menu stays: the screens themselves say what failed.
  const withMenu = signedIn && (member || me.isError);
  const { folded, narrow } = useMenuState();
  useHotkey('mod+k', () => openPanel('palette'), withMenu);
  // Until then a dialog takes a moment to open, and keys are kept for the palette.
  const [canOpen, setCanOpen] = useState(false);
  usePreload(useCallback(() => loadModal().then(() => setCanOpen(true)), []));
  const barred = !signedIn || (me.isSuccess && !withMenu);
  useEffect(() => {
    if (withMenu && canOpen) endEarlyKeys();
    else if (barred) {
      dropEarlyKeys();
      closePanel();
    }
  }, [withMenu, canOpen, barred]);

  return (
    <div className="shell" data-menu={withMenu ? (folded || narrow ? 'folded' : 'open') : 'none'}>
      <SkipLink />
      <Header signedIn={signedIn} searchable={withMenu} />
      {withMenu && <SideMenu />}
      <div className="sheet">
        <LateConnectionLine />
        {withMenu && <PastDueNote />}
        <SmallScreenWarning />
        {withMenu && <NewDashboardNotice />}
        {withMenu && <LateTeamInvites />}
        <main id="main" tabIndex={-1}>
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </main>
        {footer}
      </div>
      <PartBoundary>
        <Panels />
      </PartBoundary>
      {withMenu && <LateLiveUpdates />}
      {withMenu && <LateSupport />}
      {withMenu && <LateStore />}
      <AfterNavigation />
    </div>
  );
}

/** Effects of a navigation, in a component of their own so that the frame isn't rendered again each time. */
function AfterNavigation() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: folds whenever the path changes
  useEffect(foldOverPage, [path]);
  usePageFocus();
  useInboxBrand();
  return null;
}

/** Says that this dashboard ends, where the flag is on; leads to the new one where the deployment names it. */
function NewDashboardNotice() {
  if (!isFlagOn('new-brand-dash')) return null;
  const { newDashboard } = config.links;
  return (
    <aside className="new-dashboard-notice" aria-label={t('ending.label')}>
      {t('ending.text')}
      {newDashboard && (
        <>
          {' '}
          <a className="t-link" href={newDashboard}>
            {t('ending.switch')}
          </a>
        </>
      )}
    </aside>
  );
}

/**
 * After navigation, moves the focus to the screen's title, so that keyboard users start there and screen readers
 * announce it. A focused control that is still in the screen, such as a tab, keeps the focus, and so does anything
 * opened while the screen loaded.
 */
function usePageFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const first = before.current === undefined;
    const moved = before.current !== path;
    if (path !== undefined) before.current = path;
    if (first || !moved) return;
    const main = document.getElementById('main');
    const now = document.activeElement;
    if (!main || (now && now !== main && main.contains(now))) return;
    if (now?.closest('[aria-modal], :popover-open')) return;
    const title = main.querySelector('h1') ?? main;
    title.setAttribute('tabindex', '-1');
    title.focus({ preventScroll: true });
  }, [path]);
}

/** `/inbox/...?brand={id}` switches an administrator to that brand; for everyone else it means nothing. */
function useInboxBrand(): void {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const wished = useRouterState({ select: ({ location }) => (location.search as { brand?: unknown }).brand });
  const navigate = useNavigate();
  const me = useMe();
  const brandId = useBrandIdOrNone();
  const select = useSelectBrand({ stay: true });
  const asked = me?.role === 'administrator' && screenOf(pathname) === 'inbox' && typeof wished === 'string';
  useEffect(() => {
    if (!asked) return;
    if (wished !== brandId) select(wished);
    void navigate({ href: pathname, replace: true });
  }, [asked, wished, brandId, pathname, select, navigate]);
}

import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { useHotkey } from '@troupe/ui/hooks';
import { SkipLink } from '@troupe/ui/layout/skip-link';
import { type ReactNode, Suspense, useEffect } from 'react';
import { meOptions } from '../../shared/brand/current-brand.ts';
import { dropEarlyKeys, endEarlyKeys } from '../../shared/early-keys.ts';
import { closePanel, openPanel } from '../../shared/panels.ts';
import { PageLoading } from '../../shared/screen/page-loading.tsx';
import { useSession } from '../../shared/session/session.ts';
import { LateConnectionLine, LateLiveUpdates, LateTeamInvites } from './after-start.tsx';
import { Header } from './header.tsx';
import { LateStore } from './late-store.tsx';
import { LateSupport } from './late-support.tsx';
import { NewDashboardNotice } from './new-dashboard-notice.tsx';
import { usePageFocus } from './page-focus.ts';
import { Panels } from './panels.tsx';
import { PastDueNote } from './past-due.tsx';
import './shell.css';
import { SideMenu } from './side-menu.tsx';
import { SmallScreenWarning } from './small-screen-warning.tsx';
import { useInboxBrand } from './use-inbox-brand.ts';
import { foldOverPage, useMenuState } from './use-menu-state.ts';

/** Header, side menu and the sheet with the screen. Members get the menu; visitors the header alone. */
export function Shell({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const signedIn = useSession().status !== 'none';
  const me = useQuery({ ...meOptions, enabled: signedIn });
  const role = me.data?.role;
  const member = role === 'administrator' || (me.data?.brandProfiles.length ?? 0) > 0;
  // While the current user cannot be read the menu stays: the screens themselves say what failed.
  const withMenu = signedIn && (member || me.isError);
  const { folded, narrow } = useMenuState();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: folds whenever the path changes
  useEffect(foldOverPage, [path]);
  usePageFocus();
  useInboxBrand();
  useHotkey('mod+k', () => openPanel('palette'), withMenu);
  const barred = !signedIn || (me.isSuccess && !withMenu);
  useEffect(() => {
    if (withMenu) endEarlyKeys();
    else if (barred) {
      dropEarlyKeys();
      closePanel();
    }
  }, [withMenu, barred]);

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
    </div>
  );
}

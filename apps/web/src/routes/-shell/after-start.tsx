import { fetchCrashDialog } from '@troupe/ui/feedback/crash-boundary';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { whenIdle } from '@troupe/ui/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { actingNow } from '../../shared/brand/acting.ts';
import { useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { loadSessionEnded } from './panels.tsx';

const Bell = lazy(() => whenIdle('soon').then(() => import('../../modules/inbox/notification/bell.tsx')));
const HeaderCredits = lazy(() =>
  whenIdle()
    .then(() => import('./plan-figures.tsx'))
    .then((part) => ({ default: part.HeaderCredits })),
);
const ActingBanner = lazy(() => import('../../modules/account/acting/acting-banner.tsx'));
const TeamInviteNotice = lazy(() =>
  whenIdle().then(() => import('../../modules/account/team/team-invite-notice.tsx')),
);
const LiveUpdates = lazy(() => whenIdle().then(() => import('../../shared/live-updates.tsx')));

const ConnectionLine = lazy(() =>
  whenIdle().then(async () => {
    // What says that something is missing must not be missing itself.
    fetchCrashDialog();
    void loadSessionEnded().catch(() => {});
    const { ConnectionLine: Line } = await import('@troupe/ui/feedback/connection-line');
    return { default: Line };
  }),
);

/** What can do without: the page stays when it cannot be fetched. */
const Late = ({ children }: { children: ReactNode }) => (
  <PartBoundary>
    <Suspense>{children}</Suspense>
  </PartBoundary>
);
/** The bell of the header, in the place that is kept for it. */
export const LateBell = () => (
  <div className="header-bell">
    <Late>
      <Bell />
    </Late>
  </div>
);

/** The credits of the header, in the place that is kept for them. */
export const LateCredits = () => (
  <div className="header-credits">
    <Late>
      <HeaderCredits />
    </Late>
  </div>
);

/** Says when there is no connection, a slow one, or a newer build of the app. */
export const LateConnectionLine = () => (
  <Late>
    <ConnectionLine />
  </Late>
);

/** As whom an administrator acts. */
export function LateActing() {
  const [acting] = useState(actingNow);
  return <Late>{acting && <ActingBanner acting={acting} />}</Late>;
}

/** Listens to what happens in the brand being worked with. */
export function LateLiveUpdates() {
  const brandId = useBrandIdOrNone();
  return <Late>{brandId && <LiveUpdates brandId={brandId} />}</Late>;
}

/** The user's pending team invitations; hidden while acting as a member. */
export const LateTeamInvites = () => <Late>{actingNow() ? null : <TeamInviteNotice />}</Late>;

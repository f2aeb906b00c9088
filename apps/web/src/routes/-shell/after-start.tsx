import { lazy, Suspense, useState } from 'react';
import { actingNow } from '../../shared/acting.ts';
import { useBrandIdOrNone } from '../../shared/current-brand.ts';
import { whenIdle } from '../../shared/when-idle.ts';

const Bell = lazy(() => whenIdle().then(() => import('../../features/notification/bell.tsx')));
const ActingBanner = lazy(() => import('../../features/acting/acting-banner.tsx'));
const TeamInviteNotice = lazy(() =>
  whenIdle().then(() => import('../../features/team/team-invite-notice.tsx')),
);
const LiveUpdates = lazy(() => whenIdle().then(() => import('../../shared/live-updates.tsx')));

/** The bell of the header, in the place that is kept for it. */
export const LateBell = () => (
  <div className="header-bell">
    <Suspense>
      <Bell />
    </Suspense>
  </div>
);

/** As whom an administrator acts. */
export function LateActing() {
  const [acting] = useState(actingNow);
  return <Suspense>{acting && <ActingBanner acting={acting} />}</Suspense>;
}

/** Listens to what happens in the brand being worked with. */
export function LateLiveUpdates() {
  const brandId = useBrandIdOrNone();
  return <Suspense>{brandId && <LiveUpdates brandId={brandId} />}</Suspense>;
}

/** Invitations to other teams that wait for the signed-in person; those of a member are nobody else's business. */
export const LateTeamInvites = () => <Suspense>{actingNow() ? null : <TeamInviteNotice />}</Suspense>;

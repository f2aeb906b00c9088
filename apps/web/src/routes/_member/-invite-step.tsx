import { lazy, Suspense } from 'react';
import type { InviteWish } from '../../features/invite/invite-wish.ts';

const InviteDialogs = lazy(() => import('../../features/invite/invite-dialogs.tsx'));

export type { InviteWish };

/** The invite dialog, loaded when somebody wants to invite. */
export function InviteStep(props: {
  wish: InviteWish | null;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}) {
  if (!props.wish) return null;
  return (
    <Suspense>
      <InviteDialogs wish={props.wish} campaignId={props.campaignId} onClose={props.onClose} />
    </Suspense>
  );
}

import { usePreload } from '@troupe/ui/hooks';
import { lazy, Suspense } from 'react';
import type { InviteWish } from '../../modules/campaigns/invite/invite-queries.ts';

const loadDialogs = () => import('../../modules/campaigns/invite/invite-dialog.tsx');
const InviteDialogs = lazy(loadDialogs);

export type { InviteWish };

/** The invite dialog, loaded when somebody wants to invite. */
export function InviteStep(props: {
  wish: InviteWish | null;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}) {
  usePreload(loadDialogs);
  if (!props.wish) return null;
  return (
    <Suspense>
      <InviteDialogs wish={props.wish} campaignId={props.campaignId} onClose={props.onClose} />
    </Suspense>
  );
}

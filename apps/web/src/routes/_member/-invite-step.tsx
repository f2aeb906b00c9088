import { usePreload } from '@troupe/ui/hooks';
import { lazy, Suspense } from 'react';
import type { InviteRequest } from '../../modules/campaigns/invite/invite-queries.ts';

const loadDialogs = () => import('../../modules/campaigns/invite/invite-dialog.tsx');
const InviteDialogs = lazy(loadDialogs);

export type { InviteRequest };

/** The invite dialog, loaded on demand. */
export function InviteStep(props: {
  request: InviteRequest | null;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}) {
  usePreload(loadDialogs);
  if (!props.request) return null;
  return (
    <Suspense>
      <InviteDialogs request={props.request} campaignId={props.campaignId} onClose={props.onClose} />
    </Suspense>
  );
}

import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, Suspense } from 'react';
import { titleOf } from './campaign-fields.ts';
import { type MovedCampaign, useCampaignStatus } from './use-campaign-status.ts';

const DuplicateDialog = lazy(() => import('./duplicate-dialog.tsx'));
const ShareDialog = lazy(() => import('./share-dialog.tsx'));

/** A campaign action that opens a dialog. */
export interface CampaignAction {
  kind: 'duplicate' | 'share' | 'complete';
  campaign: MovedCampaign & { slug: string };
}

/** The dialogs of a campaign's actions, whichever is wished for. */
export function CampaignDialogs({ action, onClose }: { action: CampaignAction | null; onClose: () => void }) {
  if (!action) return null;
  const { kind, campaign } = action;
  return (
    <Suspense>
      {kind === 'duplicate' && <DuplicateDialog campaign={campaign} onClose={onClose} />}
      {kind === 'share' && <ShareDialog campaign={campaign} onClose={onClose} />}
      {kind === 'complete' && <CompleteDialog campaign={campaign} onClose={onClose} />}
    </Suspense>
  );
}

/** Asks before a campaign is completed: there is no way back. */
function CompleteDialog(props: { campaign: MovedCampaign; onClose: () => void }) {
  const { campaign, onClose } = props;
  const { move, busyId } = useCampaignStatus();
  return (
    <ConfirmDialog
      open
      title={`Complete ${titleOf(campaign)}`}
      text="Creators can no longer opt in. Conversations, content and metrics are kept. A completed campaign can't be published again; duplicate it to rerun it."
      confirm="Complete"
      busy={busyId !== null}
      onConfirm={() => void move(campaign, 'completed').then((done) => done && onClose())}
      onClose={onClose}
    />
  );
}

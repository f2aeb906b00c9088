import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { titleOf } from './campaign-fields.ts';
import { type MovedCampaign, useCampaignStatus } from './use-campaign-status.ts';

/** Asks before a campaign is completed: there is no way back. */
export default function CompleteDialog(props: { campaign: MovedCampaign; onClose: () => void }) {
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

import { ConfirmDialog } from '@troupe/ui/confirm-dialog';
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
      text="Nobody can opt in any more. Conversations, content and figures stay. A completed campaign cannot be published again; duplicate it to run it once more."
      confirm="Complete"
      busy={busyId !== null}
      onConfirm={() => void move(campaign, 'completed').then((done) => done && onClose())}
      onClose={onClose}
    />
  );
}

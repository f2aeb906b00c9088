import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, Suspense } from 'react';
import { t } from '../messages/messages.gen.ts';
import { titleOf } from './campaign-fields.ts';
import { type MovedCampaign, useCampaignStatus } from './use-campaign-status.ts';

const DuplicateDialog = lazy(() => import('./duplicate-dialog.tsx'));
const ShareDialog = lazy(() => import('./share-dialog.tsx'));

/** A campaign action that opens a dialog. */
export interface CampaignAction {
  kind: 'duplicate' | 'share' | 'complete';
  campaign: MovedCampaign & { slug: string };
}

/** The dialog of the requested action. */
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

/** Asks before a campaign is completed, which can't be undone. */
function CompleteDialog(props: { campaign: MovedCampaign; onClose: () => void }) {
  const { campaign, onClose } = props;
  const { move, busyId } = useCampaignStatus();
  return (
    <ConfirmDialog
      open
      title={t('completeCampaign.title', { title: titleOf(campaign) })}
      text={t('completeCampaign.text')}
      confirm={t('optIn.complete')}
      busy={busyId !== null}
      onConfirm={() => void move(campaign, 'completed').then((done) => done && onClose())}
      onClose={onClose}
    />
  );
}

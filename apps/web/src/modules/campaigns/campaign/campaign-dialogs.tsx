import { lazy, Suspense } from 'react';
import type { MovedCampaign } from './use-campaign-status.ts';

const DuplicateDialog = lazy(() => import('./duplicate-dialog.tsx'));
const ShareDialog = lazy(() => import('./share-dialog.tsx'));
const CompleteDialog = lazy(() => import('./complete-dialog.tsx'));

/** What somebody wants to do with a campaign that needs a question first. */
export interface CampaignWish {
  kind: 'duplicate' | 'share' | 'complete';
  campaign: MovedCampaign & { slug: string };
}

/** The dialogs of a campaign's actions, whichever is wished for. */
export function CampaignDialogs({ wish, onClose }: { wish: CampaignWish | null; onClose: () => void }) {
  if (!wish) return null;
  const { kind, campaign } = wish;
  return (
    <Suspense>
      {kind === 'duplicate' && <DuplicateDialog campaign={campaign} onClose={onClose} />}
      {kind === 'share' && <ShareDialog campaign={campaign} onClose={onClose} />}
      {kind === 'complete' && <CompleteDialog campaign={campaign} onClose={onClose} />}
    </Suspense>
  );
}

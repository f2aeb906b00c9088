import { BulkInviteDialog } from './bulk-invite-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { InviteWish } from './invite-queries.ts';

interface InviteDialogsProps {
  wish: InviteWish;
  /** The campaign to begin with. */
  campaignId?: string | undefined;
  onClose: () => void;
}

/** The dialog for whoever is to be invited. */
export default function InviteDialogs({ wish, campaignId, onClose }: InviteDialogsProps) {
  return 'creator' in wish ? (
    <InviteDialog {...wish} campaignId={campaignId} onClose={onClose} />
  ) : (
    <BulkInviteDialog wish={wish} campaignId={campaignId} onClose={onClose} />
  );
}

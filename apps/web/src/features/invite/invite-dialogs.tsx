import { BulkInviteDialog } from './bulk-invite-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { InviteWish } from './invite-wish.ts';

interface InviteDialogsProps {
  wish: InviteWish;
  onClose: () => void;
}

/** The dialog for whoever is to be invited. */
export default function InviteDialogs({ wish, onClose }: InviteDialogsProps) {
  return 'creator' in wish ? (
    <InviteDialog {...wish} onClose={onClose} />
  ) : (
    <BulkInviteDialog wish={wish} onClose={onClose} />
  );
}

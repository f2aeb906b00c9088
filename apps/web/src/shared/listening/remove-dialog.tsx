import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import type { ReactNode } from 'react';

interface RemoveDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  /** The verb on the button. */
  confirm: string;
  /** The mutation that removes it. It shows its own notices. */
  removal: { mutate: (input: undefined, options: { onSuccess: () => void }) => void; isPending: boolean };
  onClose: () => void;
}

/** Asks before something is removed for good; stays open if that fails. */
export function RemoveDialog({ removal, onClose, ...texts }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      {...texts}
      danger
      busy={removal.isPending}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

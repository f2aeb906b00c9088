import type { HeldSubscription } from '@troupe/domain/billing/subscription';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import type { BillingWrites } from './account-queries.ts';
import { cancelText } from './account-words.ts';

interface CancelDialogProps {
  held: HeldSubscription;
  cancel: BillingWrites['cancel'];
  onClose: () => void;
}

/** Explains the notice before a subscription is cancelled. */
export default function CancelDialog({ held, cancel, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      open
      danger
      title={`Cancel ${held.name}?`}
      text={cancelText(held)}
      confirm={`Cancel ${held.name}`}
      cancel="Keep it"
      busy={cancel.isPending}
      onConfirm={() => !cancel.isPending && cancel.mutate(held, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

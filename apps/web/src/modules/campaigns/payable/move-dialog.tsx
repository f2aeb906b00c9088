import type { Payable } from '@troupe/domain/campaigns/payable';
import { Button } from '@troupe/ui/action/button';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { counted, money } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useDraft } from '../../../shared/draft.ts';

interface MoveDialogProps {
  payables: readonly Payable[];
  state: 'paid' | 'failed';
  onClose: () => void;
  /** @returns whether it has been done */
  onMove: (more: { reason?: string; reference?: string }) => Promise<boolean>;
}

/** Asks for the bank's reference of what was paid, or why it failed. */
export default function MoveDialog({ payables, state, onClose, onMove }: MoveDialogProps) {
  const [error, setError] = useState<string>();
  const begun = useRef(false);
  const [only] = payables;
  const draft = useDraft(`payable.${payables.length === 1 ? only?.id : 'several'}.${state}`, '');
  const { text } = draft;
  const what =
    payables.length === 1 && only
      ? `${money(only.brandPays, only.currency)} for ${only.fullname || `@${only.username}`}`
      : counted(payables.length, 'payment');
  const paid = state === 'paid';
  const submit = () => {
    if (begun.current) return;
    if (!paid && text.trim() === '') {
      setError('Enter the reason');
      return;
    }
    // State updates after the next paint; the second click of a double click comes before.
    begun.current = true;
    void onMove(paid ? { reference: text.trim() } : { reason: text.trim() }).then(
      (done) => done && draft.discard(),
    );
  };
  return (
    <Dialog
      open
      title={paid ? `Mark as paid: ${what}` : `Mark as failed: ${what}`}
      onClose={onClose}
      onSubmit={submit}
      foot={
        paid
          ? "Make the payment at your bank first. Troupe doesn't move money."
          : 'The creator and your team will be notified.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={paid ? 'main' : 'danger'} type="submit">
            {paid ? 'Mark as Paid' : 'Mark as Failed'}
          </Button>
        </>
      }
    >
      {paid ? (
        <TextField
          label="Reference"
          help="As shown on the bank transfer. Optional. Visible to the creator."
          size="form"
          maxLength={140}
          data-autofocus
          value={text}
          onChange={(event) => draft.change(event.target.value)}
        />
      ) : (
        <TextArea
          label="Reason"
          help="Visible to the creator"
          size="form"
          rows={3}
          maxLength={500}
          data-autofocus
          value={text}
          error={error}
          onChange={(event) => {
            draft.change(event.target.value);
            setError(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

import type { Payable } from '@troupe/domain/campaigns/payable';
import { money } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';

interface MoveDialogProps {
  payables: readonly Payable[];
  state: 'paid' | 'failed';
  onClose: () => void;
  /** @returns whether it has been done */
  onMove: (more: { reason?: string; reference?: string }) => Promise<boolean>;
}

/** Asks for the bank's reference of a payment, or why it failed. */
export default function MoveDialog({ payables, state, onClose, onMove }: MoveDialogProps) {
  const [error, setError] = useState<string>();
  const started = useRef(false);
  const [only] = payables;
  const draft = useDraft(`payable.${payables.length === 1 ? only?.id : 'several'}.${state}`, '');
  const { text } = draft;
  const one = payables.length === 1 &&
    only && {
      amount: money(only.brandPays, only.currency),
      name: only.fullname || `@${only.username}`,
    };
  const count = payables.length;
  const paid = state === 'paid';
  const submit = () => {
    if (started.current) return;
    if (!paid && text.trim() === '') {
      setError(t('payable.reasonMissing'));
      return;
    }
    // The second click of a double click comes before the next render.
    started.current = true;
    void onMove(paid ? { reference: text.trim() } : { reason: text.trim() }).then(
      (done) => done && draft.discard(),
    );
  };
  return (
    <Dialog
      open
      title={
        one
          ? t(paid ? 'payable.paidOne' : 'payable.failedOne', one)
          : t(paid ? 'payable.paidSeveral' : 'payable.failedSeveral', { count })
      }
      onClose={onClose}
      onSubmit={submit}
      foot={paid ? t('payable.paidHelp') : t('payable.failedHelp')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind={paid ? 'main' : 'danger'} type="submit">
            {paid ? t('payable.markPaid') : t('payable.markFailed')}
          </Button>
        </>
      }
    >
      {paid ? (
        <TextField
          label={t('payable.reference')}
          help={t('payable.referenceHelp')}
          size="form"
          maxLength={140}
          data-autofocus
          value={text}
          onChange={(event) => draft.change(event.target.value)}
        />
      ) : (
        <TextArea
          label={t('payable.reason')}
          help={t('payable.reasonHelp')}
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
